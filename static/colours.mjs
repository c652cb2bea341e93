// A Bokeh figure's colours come from the page: each model names in its tags which of its
// properties take the colour of which role.

export function paintColours(figure, host) {
  const colour = resolver(host)
  for (const model of figure.references()) {
    const named = model.tags?.[0]?.colours
    if (named) model.setv(Object.fromEntries(named.map(([property, role]) => [property, colour(role)])), { sync: false })
  }
  // Paper is white and a canvas cannot be painted anew in time for it: the stylesheet turns it over.
  host.classList.toggle('painted-dark', Number(colour('card').match(/\d+/)?.[0]) < 128)
}

// Bokeh counts in pixels what it writes: where the reader's browser writes larger than usual, so does the figure.
export function enlargeTexts(figure) {
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  if (scale === 1) return
  for (const model of figure.references()) {
    for (const property of ['text_font_size', 'axis_label_text_font_size', 'major_label_text_font_size']) {
      const size = model[property]?.value ?? model[property]
      if (typeof size === 'string' && size.endsWith('px')) model.setv({ [property]: `${parseFloat(size) * scale}px` }, { sync: false })
    }
  }
}

// A role's colour as rgb, whatever it is made of: the system's own colours too, when those are forced.
function resolver(host) {
  const probe = document.createElement('span')
  const known = new Map()
  return role => {
    if (!known.has(role)) {
      host.shadowRoot.append(probe)
      probe.style.color = `var(--${role})`
      known.set(role, getComputedStyle(probe).color)
      probe.remove()
    }
    return known.get(role)
  }
}

// Calls back whenever the lab's colours change: by the page's switch or a notebook's theme, or by the reader's system.
export function followTheme(host, repaint) {
  repaint()
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).addEventListener('change', repaint)
  const observer = new MutationObserver(repaint)
  for (const element of [document.documentElement, host]) observer.observe(element, { attributes: true, attributeFilter: ['data-theme'] })
}

// A Bokeh figure's colours come from the page: each model names in its tags which of its
// properties take the colour of which role.

export function paintColours(figure, host) {
  const style = getComputedStyle(host)
  const colour = role => style.getPropertyValue(`--${role}`).trim()
  for (const model of figure.references()) {
    const named = model.tags?.[0]?.colours
    if (named) model.setv(Object.fromEntries(named.map(([property, role]) => [property, colour(role)])), { sync: false })
  }
}

// Calls back whenever the page's colours change: by its own switch, or by the reader's system.
export function followTheme(repaint) {
  repaint()
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).addEventListener('change', repaint)
  new MutationObserver(repaint).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
}

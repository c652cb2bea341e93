// Attention Arrows: a scene in this script's place. The README tells of attributes, messages and policies.
(() => {
  const ENDING = ''
  const NAME = 'attention-arrows'
  const script = document.currentScript
  const { scene = 'cat-sat', title, height, theme = 'auto', ...words } = script.dataset
  const { origin: own } = new URL(script.src)
  const roots = () => [document.documentElement, document.body].filter(Boolean)
  const attributes = ['data-theme', 'data-bs-theme', 'data-md-color-scheme']

  // What the host page has said of its own look, or auto: then the reader's system decides.
  function look() {
    if (theme !== 'auto') return theme
    for (const root of roots()) {
      const said = [...attributes.map(name => root.getAttribute(name)), ...[...root.classList].filter(name => name !== 'default')].join(' ')
      if (/(^| )(dark|slate)( |$)/.test(said)) return 'dark'
      if (/(^| )(light|default)( |$)/.test(said)) return 'light'
    }
    return theme
  }

  const frame = document.createElement('iframe')
  const address = new URL(encodeURIComponent(scene) + ENDING, script.src)
  address.search = new URLSearchParams({ embed: 1, ...words, theme: look() })
  frame.title = title ?? `Attention Arrows: ${scene}`
  frame.loading = 'lazy'
  frame.allow = 'clipboard-write'
  Object.assign(frame.style, { display: 'block', width: '100%', border: 0 })
  const fit = px => { frame.style.height = `${Math.min(Math.max(px, 120), 9999) + frame.offsetHeight - frame.clientHeight}px` }      // and its border
  fit(Number(height) || 560)
  frame.src = address

  let isThere = false
  const tell = () => isThere && frame.contentWindow?.postMessage({ source: NAME, type: 'host', theme: look(), fits: true }, own)

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== own || data?.source !== NAME) return
    if (data.type === 'height' && Number.isFinite(data.height)) fit(data.height)
    if (data.type === 'ready') {
      isThere = true
      frame.title = title ?? data.title
      tell()
    }
    frame.dispatchEvent(new CustomEvent(NAME, { bubbles: true, detail: data }))
  })
  const watch = new MutationObserver(tell)
  // Before the page's body there is no place to stand in: then at its start.
  function place() {
    if (document.head.contains(script)) document.body.prepend(frame)
    else script.replaceWith(frame)
    for (const root of roots()) watch.observe(root, { attributeFilter: [...attributes, 'class'] })
  }
  if (document.body) place()
  else addEventListener('DOMContentLoaded', place)
})()

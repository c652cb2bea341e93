// Runs in the page before the page's own scripts. Records when the pointer moved, and what was painted when.
(() => {
  const COUNT = 36
  const probe = (window.__probe = { moves: [], releases: [], frames: [], start })
  // The earliest word of a move that a page can have; its time stamp is when the browser made the event.
  const MOVE = 'onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove'
  addEventListener(MOVE, e => probe.moves.push([e.timeStamp, e.clientX, e.clientY]), true)
  addEventListener('pointerup', e => probe.releases.push(e.timeStamp), true)

  let changed = null
  const painted = new MessageChannel()
  painted.port1.onmessage = e => probe.frames.push([performance.now(), e.data])

  // Roots of open shadow trees, the document's first.
  function* roots(root) {
    yield root
    for (const e of root.querySelectorAll('*')) if (e.shadowRoot) yield* roots(e.shadowRoot)
  }

  function start() {
    const cells = [...roots(document)].flatMap(root => [...root.querySelectorAll('[data-cell^="weights-"]')])
    if (cells.length !== COUNT) return false
    const read = () => cells.map(e => [e.dataset.value ?? '', e.textContent])
    const observer = new MutationObserver(() => { changed = read() })
    for (const root of new Set(cells.map(e => e.getRootNode())))
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-value'] })
    changed = read()
    // What had changed when a frame began is in that frame; the message arrives when it has been painted.
    const frame = () => {
      if (changed) painted.port2.postMessage(changed)
      changed = null
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return true
  }
})()

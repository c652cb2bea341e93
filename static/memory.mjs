// What a tab remembers: the state stands in the address, the steps back and forth and what was not
// yet sent in the tab's own storage, so that a reload or a lost server loses nothing.

const STATE_FREE = new Set(['embed', 'theme', 'lang', 'show', 'hide', 'lock'])

const PLACE = 'attention-arrows:place'
const MOST = 60       // steps that are remembered, back and forth

// Steps that were made where other things were locked are no steps here, nor are those of the frame beside this one.
export function openMemory(isAddressed, locked) {
  const key = [`attention-arrows:${location.pathname}`, ...locked, ...(isAddressed ? frameName() : [])].join(':')
  const kept = isAddressed ? read(key) : null
  let trail = []
  let depth = 0

  // Where this very address was left in this tab: its steps, and what had not been sent.
  function resume() {
    if (!kept || kept.address !== stateOf(location.search)) return null
    trail = kept.trail
    depth = kept.depth
    return { trail, depth }
  }

  const unsent = () => kept?.address === stateOf(location.search) ? kept.unsent ?? [] : []

  // `steps` says how many steps lie behind and ahead of the present state, whose address this is.
  function keep(address, [behind, ahead]) {
    if (!isAddressed) return
    depth = behind
    trail[behind] = address
    trail.length = behind + 1 + ahead
    for (let i = 0; i < trail.length; i++) trail[i] ??= address
    const shown = [...new URLSearchParams(location.search)].filter(([word]) => STATE_FREE.has(word))
    const query = [new URLSearchParams(shown).toString(), address].filter(Boolean).join('&')
    history.replaceState(history.state, '', query ? `?${query}` : location.pathname)
    save([])
  }

  function save(waiting) {
    if (!isAddressed) return
    const start = Math.max(0, depth - MOST / 2)
    write(key, { address: stateOf(location.search), trail: trail.slice(start, start + MOST), depth: depth - start, unsent: waiting })
  }

  // A reload that nobody asked for comes back to the same place: how far it was scrolled, and the tip that had the focus.
  const placeKey = [PLACE, ...(isAddressed ? frameName() : [])].join(':')
  const leave = () => write(placeKey, { path: location.pathname, scroll: scrollY, vector: focused()?.dataset.vector ?? null })
  function back() {
    const place = read(placeKey)
    write(placeKey, null)
    return isAddressed && place?.path === location.pathname ? place : null
  }

  return { resume, unsent, keep, save, leave, back }
}

// The names of the tasks that were met in this tab, and how to remember others.
export function openTicks() {
  const key = [`attention-arrows:${location.pathname}:tasks`, ...frameName()].join(':')
  const kept = read(key)
  return { kept: Array.isArray(kept) ? kept : [], keep: names => write(key, names) }
}

// What tells a frame of a page from its neighbours, and stays through its own reload.
export function frameName() {
  if (parent === self) return []
  window.name ||= `frame-${Math.random().toString(36).slice(2)}`
  return [window.name]
}

// The part of a query that says what the state is, in one order whoever wrote it.
export function stateOf(search) {
  return [...new URLSearchParams(search)].filter(([word]) => !STATE_FREE.has(word)).sort(([a], [b]) => a < b ? -1 : 1).map(pair => pair.join('=')).join('&')
}

function focused() {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

// Where storage is blocked, as browsers do in frames of other sites, the entry of the frame's own history keeps it.
function read(key) {
  try { return JSON.parse(sessionStorage.getItem(key)) } catch { return history.state?.[key] ?? null }
}

function write(key, value) {
  try { sessionStorage.setItem(key, JSON.stringify(value)) } catch { history.replaceState({ ...history.state, [key]: value }, '') }
}

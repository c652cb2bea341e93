// Moving a handle with the keyboard: arrows 0.1, with Shift 0.01, Home brings back the opening place.

import { clamp, drawn, snap } from './geometry.mjs'

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
let presses = 0

export function followKeys(handles, vector, handle) {
  let gesture = null     // a held key repeats: all its moves are one step of the history

  handle.addEventListener('keydown', event => {
    if (handles.isHeld || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return handles.arm(null)
    if (event.key === 'Home') { event.preventDefault(); return handles.on.home(vector) }
    const way = WAYS[event.key]
    if (!way) return
    event.preventDefault()
    gesture ??= `key-${Date.now()}-${++presses}`
    const step = event.shiftKey ? 0.01 : 0.1
    const tip = drawn(handles.at.get(vector), handles.limit)
    const place = tip.map((value, axis) => snap(clamp(value + step * way[axis], handles.limit)))
    handles.on.move(vector, ...place, gesture, false)
  })
  const finish = () => {
    if (gesture === null) return
    handles.on.move(vector, ...handles.at.get(vector), gesture, true)
    gesture = null
  }
  handle.addEventListener('keyup', event => { if (event.key in WAYS) finish() })
  handle.addEventListener('blur', finish)
}

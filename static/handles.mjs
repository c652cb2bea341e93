// One button a tip, over the figure: what a mouse, a finger, a pen, a keyboard or a screen reader holds.

import { make } from './dom.mjs'
import { drawn, left, top } from './geometry.mjs'
import { followPointer } from './pointer.mjs'
import { followKeys } from './keys.mjs'
import { told } from './words.mjs'

// `on` has move(vector, x, y, gesture, isLast), home(vector), choose(vector), point(vector) and arm(vector or null).
// Where they are held, tips can be chosen and pointed at but not moved.
export function openHandles(layer, limit, on, isHeld) {
  const handles = new Map()
  const help = layer.appendChild(make('span', { class: 'hidden-text', id: 'handle-help' }, told(isHeld ? 'plane.held' : 'plane.help')))
  const rail = layer.appendChild(make('div', { class: `handles ${isHeld ? 'held' : ''}` }))
  const at = new Map()          // vector -> [x, y] in true units
  let chosen = null
  let armed = null              // a tip that was tapped: the next tap on the plane says where it goes

  const self = { layer, limit, isHeld, handles, at, on, chosen: () => chosen, choose, arm, nearest, armed: () => armed, cancels: new Set() }

  // Buttons for just these vectors, in this order; `at` is taken over except for those still ahead of the server.
  function show(tips) {
    for (const [vector, handle] of handles) if (!tips.has(vector)) { handle.remove(); handles.delete(vector); at.delete(vector) }
    for (const [vector, tip] of tips) {
      at.set(vector, tip)
      if (!handles.has(vector)) handles.set(vector, add(vector))
      place(vector)
    }
    // Tab goes through them in this order; only what is out of place is moved, so that focus and a hold stay.
    let i = 0
    for (const vector of tips.keys()) {
      const handle = handles.get(vector)
      if (rail.children[i] !== handle) rail.insertBefore(handle, rail.children[i] ?? null)
      i++
    }
    if (!handles.has(chosen)) chosen = null
  }

  function add(vector) {
    const handle = make('button', { type: 'button', class: `handle ${vector[0]}`, 'data-vector': vector, 'aria-describedby': help.id, 'aria-disabled': isHeld ? 'true' : null })
    followPointer(self, vector, handle)
    followKeys(self, vector, handle)
    handle.addEventListener('focus', () => { choose(vector); on.point(vector) })
    handle.addEventListener('pointerenter', () => on.point(vector))
    rail.append(handle)
    return handle
  }

  function place(vector) {
    const handle = handles.get(vector)
    if (!handle) return
    const [x, y] = drawn(at.get(vector), limit)
    const place = `${left(x, limit)}% ${top(y, limit)}%`
    if (handle.place === place) return
    handle.place = place
    handle.style.left = `${left(x, limit)}%`
    handle.style.top = `${top(y, limit)}%`
  }

  function move(vector, x, y) {
    at.set(vector, [x, y])
    place(vector)
  }

  function choose(vector) {
    if (vector === chosen) return
    handles.get(chosen)?.classList.remove('chosen')
    chosen = vector
    handles.get(chosen)?.classList.add('chosen')
    if (armed !== vector) arm(null)
    on.choose(vector)
  }

  function arm(vector) {
    armed = vector
    layer.classList.toggle('armed', vector !== null)
    on.arm(vector)
  }

  // The handle under a point: the nearest tip; among tips in the same place the chosen one, else the topmost.
  function nearest(event) {
    const box = layer.getBoundingClientRect()
    const order = [...handles.keys()]
    const distance = vector => {
      const [x, y] = drawn(at.get(vector), limit)
      const away = Math.hypot(box.left + left(x, limit) / 100 * box.width - event.clientX, box.top + top(y, limit) / 100 * box.height - event.clientY)
      return Math.max(0, away - 4) - (vector === chosen ? 0.5 : vector[0] === 'q' ? 0.25 : 0)
    }
    return order.reduce((best, vector) => distance(vector) <= distance(best) ? vector : best, order[0])
  }

  return { ...self, show, move, describe }

  function describe(names) {
    for (const [vector, handle] of handles) if (names[vector]) handle.setAttribute('aria-label', names[vector])
  }
}

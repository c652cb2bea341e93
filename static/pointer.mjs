// Dragging a handle by mouse, finger or pen; a press without a drag arms the tip for tap-then-tap.

import { clamp, drawn, snap, unitsAt } from './geometry.mjs'

// As the device reports, not once a frame, where the browser can: the answer then often makes the same frame.
const MOVE = 'onpointerrawupdate' in globalThis ? 'pointerrawupdate' : 'pointermove'
const SLACK = { mouse: 2, pen: 4, touch: 6 }
let gestures = 0

// Where the plane is on the screen, measured anew when the page has moved under a drag.
let box = null
for (const kind of ['scroll', 'resize']) addEventListener(kind, () => { box = null }, { capture: true, passive: true })

export function followPointer(handles, own, handle) {
  let drag = null

  handle.addEventListener('pointerdown', event => {
    if (event.button !== 0 || drag) return
    const vector = handles.nearest(event)
    if (handles.isHeld) return take(vector)
    const tip = drawn(handles.at.get(vector), handles.limit)
    box = handles.layer.getBoundingClientRect()
    const [x, y] = unitsAt(event, box, handles.limit)
    handles.cancels.add(cancel)
    drag = { vector, gesture: `drag-${Date.now()}-${++gestures}`, from: [event.clientX, event.clientY],
      grip: [tip[0] - x, tip[1] - y], opened: [...handles.at.get(vector)], moved: false, wasChosen: handles.chosen() === vector, last: tip }
    handle.setPointerCapture(event.pointerId)
    take(vector)
  })
  handle.addEventListener('mousedown', event => event.preventDefault())     // focus stays on the nearest handle
  handle.addEventListener('contextmenu', event => event.preventDefault())   // a long press holds, it opens nothing
  handle.addEventListener(MOVE, event => { if (drag) follow(event) })
  handle.addEventListener('pointerup', event => { if (drag) { follow(event); end() } })
  handle.addEventListener('pointercancel', () => { if (drag) end() })
  handle.addEventListener('lostpointercapture', () => { if (drag) end() })
  handle.addEventListener('keydown', event => { if (event.key === 'Escape') handles.cancels.forEach(each => each()) })

  function take(vector) {
    handles.handles.get(vector).focus({ preventScroll: true })
    handles.choose(vector)
    handles.on.point(vector)
  }

  function follow(event) {
    if (!drag.moved) {
      const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1])
      if (far <= (SLACK[event.pointerType] ?? 4)) return
      drag.moved = true
      handles.handles.get(drag.vector).classList.add('dragged')
      handles.arm(null)
    }
    box ??= handles.layer.getBoundingClientRect()
    const [x, y] = unitsAt(event, box, handles.limit)
    const place = [x + drag.grip[0], y + drag.grip[1]].map(value => snap(clamp(value, handles.limit)))
    if (place[0] === drag.last[0] && place[1] === drag.last[1]) return
    drag.last = place
    handles.on.move(drag.vector, ...place, drag.gesture, false)
  }

  function end() {
    const { vector, gesture, moved, last, wasChosen } = drag
    drag = null
    handles.cancels.delete(cancel)
    handles.handles.get(vector)?.classList.remove('dragged')
    if (moved) handles.on.move(vector, ...last, gesture, true)
    else handles.arm(wasChosen && handles.armed() !== null ? null : vector)
  }

  function cancel() {
    const { vector, gesture, moved, opened } = drag
    drag = null
    handles.cancels.delete(cancel)
    handles.handles.get(vector)?.classList.remove('dragged')
    if (moved) handles.on.move(vector, ...opened, gesture, true)
  }
}

// After a tap on a tip, a tap on the plane says where the tip goes. A swipe is no click, so the page still scrolls.
export function followTaps(handles, plane) {
  plane.addEventListener('click', event => {
    const vector = handles.armed()
    if (vector === null || event.target.closest?.('.handle')) return
    const [x, y] = unitsAt(event, handles.layer.getBoundingClientRect(), handles.limit)
    handles.arm(null)
    handles.on.move(vector, snap(clamp(x, handles.limit)), snap(clamp(y, handles.limit)), `tap-${Date.now()}-${++gestures}`, true)
  })
}

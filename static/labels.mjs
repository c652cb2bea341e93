// Names beside the arrow tips, placed so that they stand apart and off the shafts.

import { make, fill } from './dom.mjs'

const TURNS = [0, 35, -35, 70, -70, 110, -110, 150, -150, 180]
const RINGS = [12, 30]      // distances from the tip: the second for where many tips meet

// The plane's own numbers stand at whole units, below the level axis and left of the upright one.
const TICK = { width: 16, height: 13 }

export function openLabels(layer, limit) {
  const labels = new Map()   // vector -> { element, width, height, place }

  function name(wanted) {
    for (const [vector, label] of labels) if (!wanted.has(vector)) { label.element.remove(); labels.delete(vector) }
    for (const [vector, rich] of wanted) {
      const key = JSON.stringify(rich)
      let label = labels.get(vector)
      if (!label) {
        label = { element: make('span', { class: 'label', 'aria-hidden': 'true', 'data-label': vector }), place: 0 }
        labels.set(vector, label)
        layer.append(label.element)
      }
      if (label.key !== key) { fill(label.element, rich); label.key = key; label.width = 0 }
    }
  }

  // `tips` are [vector, x, y] in px, y down, with the plane's size; the first named keeps the best place.
  function place(tips, size) {
    const taken = []
    const centre = size / 2
    const ticks = ticksOf(limit, size)
    for (const [vector, x, y] of tips) {
      const label = labels.get(vector)
      if (!label) continue
      if (!label.width) { label.width = label.element.offsetWidth; label.height = label.element.offsetHeight }
      const best = choose(label, x, y, { tips, taken, ticks, centre, size })
      label.place = best.place
      taken.push(best.box)
      const at = `translate(${best.box.x.toFixed(1)}px, ${best.box.y.toFixed(1)}px)`
      if (label.at !== at) label.element.style.transform = label.at = at
    }
  }

  return { name, place, forget: () => labels.forEach(label => { label.width = 0 }) }
}

function ticksOf(limit, size) {
  const ticks = []
  const centre = size / 2
  for (let at = 1; at <= limit; at++) {
    for (const away of [-at, at].map(unit => unit / limit * centre)) {
      ticks.push({ x: centre + away - TICK.width / 2, y: centre + 4, ...TICK }, { x: centre - 4 - TICK.width, y: centre + away - TICK.height, ...TICK })
    }
  }
  return ticks
}

function choose(label, x, y, scene) {
  let best = null
  const outward = Math.hypot(x - scene.centre, y - scene.centre) < 2 ? -Math.PI / 4 : Math.atan2(y - scene.centre, x - scene.centre)
  for (const [ring, gap] of RINGS.entries()) {
    for (const turn of TURNS) {
      const place = turn + 1000 * ring
      const box = boxAt(x, y, outward + turn * Math.PI / 180, gap, label)
      const cost = 40 * ring + Math.abs(turn) / 4 + (place === label.place ? 0 : 12) + clutter(box, scene)
      if (!best || cost < best.cost) best = { box, place, cost }
    }
    if (best.cost < 60) break
  }
  return best
}

// The label's box, touching the circle around the tip from outside in the given direction.
function boxAt(x, y, angle, gap, { width, height }) {
  const dx = Math.cos(angle), dy = Math.sin(angle)
  const reach = gap + Math.abs(dx) * width / 2 + Math.abs(dy) * height / 2
  return { x: x + dx * reach - width / 2, y: y + dy * reach - height / 2, width, height }
}

function clutter(box, { tips, taken, ticks, centre, size }) {
  let cost = 0
  for (const tick of ticks) if (overlap(box, tick) > 0) cost += 25
  for (const other of taken) cost += 4 * overlap(box, other)
  const out = Math.max(0, -box.x) + Math.max(0, -box.y) + Math.max(0, box.x + box.width - size) + Math.max(0, box.y + box.height - size)
  cost += 60 * out
  for (const [, x, y] of tips) {
    if (x > box.x - 6 && x < box.x + box.width + 6 && y > box.y - 6 && y < box.y + box.height + 6) cost += 90
    if (crosses(box, centre, centre, x, y)) cost += 60
  }
  return cost
}

function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) + 4
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) + 2
  return width > 0 && height > 0 ? width * height : 0
}

// Whether the segment passes through the box (clipping the segment by the box's four sides).
function crosses(box, x0, y0, x1, y1) {
  let from = 0, to = 1
  for (const [start, delta, low, high] of [[x0, x1 - x0, box.x, box.x + box.width], [y0, y1 - y0, box.y, box.y + box.height]]) {
    if (Math.abs(delta) < 1e-9) { if (start < low || start > high) return false; continue }
    const a = (low - start) / delta, b = (high - start) / delta
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return from < to
}

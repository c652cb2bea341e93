// Where things stand on a square plane that reaches from -limit to +limit on both axes.

export const snap = value => Math.round(value * 100) / 100 + 0

export const clamp = (value, limit) => Math.max(-limit, Math.min(limit, value))

// The place where a vector's tip is drawn: a tip beyond the edge is drawn on the edge, in its direction.
export function drawn([x, y], limit) {
  const excess = Math.max(Math.abs(x), Math.abs(y)) / limit
  return excess > 1 ? [x / excess, y / excess] : [x, y]
}

export const isBeyond = ([x, y], limit) => Math.max(Math.abs(x), Math.abs(y)) > limit + 1e-9

export const left = (x, limit) => (x + limit) / (2 * limit) * 100

export const top = (y, limit) => (limit - y) / (2 * limit) * 100

// Plane units of a point on the screen, for the plane's bounding box.
export function unitsAt(event, box, limit) {
  const x = (event.clientX - box.left) / box.width * 2 * limit - limit
  const y = limit - (event.clientY - box.top) / box.height * 2 * limit
  return [x, y]
}

// The Bokeh figure: its sources are filled here, its colours come from the page's CSS variables.

import { drawn, isBeyond } from './geometry.mjs'

const LETTERS = { key: 'k', query: 'q', value: 'v', output: 'o' }
const ROLES = Object.keys(LETTERS)

export function openPlane(figure, limit) {
  const named = new Map([...figure.references()].filter(model => model.name).map(model => [model.name, model]))
  const columns = Object.fromEntries(ROLES.map(role => [role, { rows: [], x: [], y: [], strength: [] }]))

  const stale = new Set(ROLES)      // roles whose columns are newer than what is drawn

  const drawers = new Map([...named].map(([name, source]) => [name, [...figure.references()].filter(model => (model.data_source ?? model.source) === source)]))

  // Drawn here and not sent anywhere: the server has these numbers already. What has nothing
  // to draw is switched off, since Bokeh visits everything visible at each repaint.
  function draw(name, data) {
    named.get(name).setv({ data }, { sync: false })
    const isEmpty = Object.values(data)[0].length === 0
    for (const drawer of drawers.get(name)) {
      const visible = !isEmpty && (drawer.glyph?.size?.field !== 'dot' || data.dot.some(size => size > 0))
      if (drawer.visible !== visible) drawer.setv({ visible }, { sync: false })
    }
  }

  function drawRole(role) {
    const { rows, x, y, strength, hidden } = columns[role]
    const at = x.map((_, i) => drawn([x[i], y[i]], limit))
    const isDot = x.map((_, i) => Math.hypot(x[i], y[i]) < 0.005)
    const seen = i => !hidden?.[i]
    draw(role, {
      x: at.map(([x]) => x), y: at.map(([, y]) => y), zero: x.map(() => 0),
      width: strength.map((w, i) => isDot[i] ? 0 : seen(i) ? 1.6 + 3.2 * w : 1.4),
      alpha: strength.map((w, i) => seen(i) ? 0.5 + 0.5 * w : 0.3),
      head: strength.map((w, i) => isDot[i] ? 0 : 11 + 6 * w),
      dot: isDot.map(is => is ? 9 : 0),
      dash: rows.map((_, i) => seen(i) ? (role === 'value' ? [7, 3] : []) : [2, 4]),
    })
  }

  function redraw() {
    stale.forEach(drawRole)
    stale.clear()
  }

  // Near the right edge a number reads towards its line, not past the edge.
  function readInwards(iso) {
    const isAtRight = iso.tx.map(x => x > 0.75 * limit)
    return { ...iso, align: isAtRight.map(at => at ? 'right' : 'left'), dx: isAtRight.map(at => at ? -4 : 4) }
  }

  // `parts` are new, `all` are the latest; the roles whose letters are `released` go back to what the server says.
  function show(parts, all, released) {
    for (const role of ROLES) {
      const part = all[`plane:${role}`]
      if (!part || (!parts[`plane:${role}`] && !released.has(LETTERS[role]))) continue
      columns[role] = { ...part, x: [...part.x], y: [...part.y] }
      stale.add(role)
    }
    if (parts['plane:iso']) draw('iso', readInwards(parts['plane:iso']))
    for (const name of ['foot', 'hull', 'pull']) if (parts[`plane:${name}`]) draw(name, parts[`plane:${name}`])
  }

  // The tips of all that is shown, as name -> [x, y] in true units.
  function tips() {
    const all = new Map()
    for (const role of ROLES) columns[role].rows.forEach((row, i) => all.set(`${LETTERS[role]}-${row}`, [columns[role].x[i], columns[role].y[i]]))
    return all
  }

  // Role and index of a vector among what is drawn.
  function find(vector) {
    const role = ROLES.find(name => LETTERS[name] === vector[0])
    return [role, columns[role].rows.indexOf(Number(vector.slice(2)))]
  }

  function place(vector, x, y) {
    const [role, i] = find(vector)
    if (i < 0) return
    columns[role].x[i] = x
    columns[role].y[i] = y
    stale.add(role)
  }

  function hidden(vector) {
    const [role, i] = find(vector)
    return Boolean(columns[role].hidden?.[i])
  }

  return { show, tips, place, redraw, hidden, isBeyond: tip => isBeyond(tip, limit) }
}

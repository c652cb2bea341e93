// A table of numbers: a real <table> with row and column headers, whose cells are filled from readings.

import { make, repr, setText } from './dom.mjs'
import { editor } from './cell_editor.mjs'

// `edit` makes the cells fields: it gets the messages that typing and the arrow keys make.
export function numberTable({ name, caption, corner = '', edit = null }) {
  const head = make('tr')
  const body = make('tbody')
  const element = make('table', { class: `numbers ${name}`, 'data-table': name },
    make('caption', { class: 'hidden-text' }, caption), make('thead', {}, head), body)
  let cells = []
  let shown = ''
  let last = null

  // Build rows and columns anew, only when the headers differ. `rows` and `columns` make nodes.
  function frame(key, columns, rows) {
    if (key === shown) return
    shown = key
    element.style.setProperty('--columns', columns.length)
    element.classList.toggle('many', columns.length > 8)
    head.replaceChildren(corner ? make('th', { scope: 'col', class: 'corner' }, corner) : make('th', { class: 'corner', role: 'cell' }), ...columns.map(column => make('th', { scope: 'col' }, column())))
    cells = rows.map((_, i) => columns.map((_, j) => newCell(i, j)))
    const longest = Math.max(...rows.map(row => row().textContent.length))
    element.style.setProperty('--label', `${Math.min(Math.max(longest, 3), 11)}ch`)
    body.replaceChildren(...rows.map((row, i) => make('tr', {}, make('th', { scope: 'row' }, row()), ...cells[i])))
    if (last) show(last)      // an answer tells only what changed, and these cells are new
  }

  function newCell(i, j) {
    const cell = `${name}-${i}-${j}`
    return make('td', { 'data-cell': cell }, edit ? editor(cell, edit) : make('span'))
  }

  function show(reading) {
    last = reading
    const { values, texts, changed = [] } = reading
    values.forEach((row, i) => {
      const rowTexts = texts[i].split('|')
      row.forEach((value, j) => { if (cells[i]?.[j]) showCell(cells[i][j], value, rowTexts[j]) })
    })
    const marks = new Set(changed.map(String))
    cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle('changed', marks.has(`${i},${j}`))))
  }

  // Names and exact values, for tooltips and for those who hear the cells.
  function tips(rows, title) {
    rows.forEach((row, i) => row.split('|').forEach((text, j) => {
      const cell = cells[i]?.[j]
      if (!cell) return
      cell.title = title(i, j, text)
      if (edit) cell.firstChild.setAttribute('aria-label', title(i, j, ''))
    }))
  }

  const cellNamed = cell => element.querySelector(`[data-cell="${cell}"]`)
  return { element, body, frame, show, tips, cellNamed }
}

// In steps of half a per cent, which no eye tells apart: a finer change is no reason to style a cell anew.
function showHeat(cell, weight) {
  if (cell.weight === weight) return
  cell.weight = weight
  cell.style.setProperty('--w', weight)
}

function showCell(cell, value, text) {
  const exact = value === null ? 'hidden' : repr(value)
  const content = cell.firstChild
  if (content.showText) content.showText(text)
  else if (content.textContent !== text) setText(content, text)
  if (cell.dataset.value === exact) return
  cell.dataset.value = exact
  cell.classList.toggle('masked', value === null)
  showHeat(cell, Math.round((value ?? 0) * 200) / 200)
  cell.classList.toggle('deep', value > 0.86)
}

// How each weight answers to each score, here and at every width.

import { make, fill } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'

export function openSlopes(charts) {
  const table = numberTable({ name: 'jacobian', caption: 'Slopes of softmax: how each weight (row) answers to each score (column)', corner: '' })
  const element = make('section', { class: 'slopes', 'aria-label': 'Slopes of softmax' },
    make('h3', {}, 'How each weight answers to each score'), scroller('How each weight answers to each score', table.element),
    make('p', { class: 'note' }, 'The slopes ', make('i', {}, '∂w / ∂s'), ', which are diag(w) − w wᵀ: rows are weights, columns scores.'),
    make('p', { class: 'part-result', 'data-part': 'slopes' },
      'What learning sends back through softmax is multiplied by these slopes: where they are close to 0 it stands still, however wrong the output is.'),
    charts.slope.element)
  const symbol = (letter, name) => () => { const span = make('span'); fill(span, [letter, ['sub', name]]); return span }

  function show({ frame: { names } }, changed) {
    if (changed.frame) table.frame(JSON.stringify(names), names.map(name => symbol('s', name)), names.map(name => symbol('w', name)))
    if (changed['table:jacobian']) showSlopes(changed['table:jacobian'])
  }

  // A cell is the deeper the steeper its slope is; 1/4 is as steep as it gets.
  function showSlopes(reading) {
    table.show(reading)
    reading.values.forEach((row, i) => row.forEach((slope, j) => {
      const cell = table.cellNamed(`jacobian-${i}-${j}`)
      cell.style.setProperty('--slope', Math.min(1, Math.abs(slope) * 4))
      cell.classList.toggle('negative', slope < 0)
    }))
  }
  return { element, show }
}

// How each weight answers to each score, here and at every width.

import { make, fill, filled } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { say, told } from './words.mjs'

export function openSlopes(charts) {
  const table = numberTable({ name: 'jacobian', caption: told('slopes.caption'), corner: '' })
  const element = make('section', { class: 'slopes', 'aria-label': told('slopes.title') },
    make('h3', {}, told('slopes.heading')), scroller(told('slopes.heading'), table.element),
    filled({ class: 'note' }, say('slopes.note')),
    make('p', { class: 'part-result', 'data-part': 'slopes' },
      told('slopes.result')),
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

// The scaling lab: the switch and the width stay in sight, and everything on the page answers to them.

import { make, fill } from './dom.mjs'
import { openDescent } from './descent.mjs'
import { numberTable } from './number_table.mjs'
import { openSlopes } from './slopes.mjs'

export function openScaling(send, charts, slots) {
  for (const name of ['scale', 'd_k', 'entries', 'rate']) slots[name] = make('div', { class: `slot ${name}-slot` })
  const spread = make('p', { class: 'bar-result', 'data-part': 'bar' })
  const bar = make('div', { class: 'scaling-bar', role: 'group', 'aria-label': 'Division and width' }, slots.scale, slots.d_k, spread)
  const products = openProducts(send, charts, slots)
  const picks = openPicks(charts)
  const slopes = openSlopes(charts)
  const descent = openDescent(send, charts, slots)
  const closeUp = make('div', { class: 'part-opening' }, make('h2', { class: 'big' }, 'What large scores do to softmax'),
    make('p', {}, 'One pattern of four scores, close up: 1, 0.5, 0 and −0.5, as far as each key reaches along the query. ',
      'The width stretches it, the division takes the stretch back. Drag the keys and the query, or type.'))

  function show(parts, changed, refused) {
    if (changed['text:bar']) fill(spread, changed['text:bar'])
    for (const section of [products, picks, slopes, descent]) section.show(parts, changed, refused)
  }
  return { element: [bar, products.element, picks.element, closeUp], beneath: [slopes.element, descent.element], show }
}

const text = rich => () => { const span = make('span'); fill(span, [rich].flat()); return span }

function openProducts(send, charts, slots) {
  const table = numberTable({ name: 'spread', caption: 'Standard deviation of the dot products: predicted and measured', corner: 'width' })
  const again = make('button', { type: 'button', class: 'tool', 'data-action': 'draw' }, 'Draw again')
  again.addEventListener('click', () => send({ do: 'act', name: 'draw' }))
  const element = make('section', { class: 'scaling-part products', 'aria-label': 'How large do dot products get?' },
    make('h2', { class: 'big' }, 'How large do dot products get?'),
    make('p', {}, 'Draw a query and a key at random, 200,000 times, and take their dot product. Each product of two entries has variance 1, and ',
      'a sum of ', make('i', {}, 'd'), make('sub', {}, 'k'), ' of them has variance ', make('i', {}, 'd'), make('sub', {}, 'k'), '.'),
    make('div', { class: 'part-grid' }, charts.products.element,
      make('div', { class: 'beside' }, make('h3', {}, 'How widely they spread'), table.element,
        make('p', { class: 'note' }, 'Standard deviations; “give or take” is the sampling error of one draw.'),
        make('div', { class: 'draw' }, slots.entries, again))))

  function show({ heads, draws }, changed) {
    if (changed.draws || changed.heads) {
      table.frame(JSON.stringify([draws.widths, heads.spread]), heads.spread.map(text), draws.widths.map(text))
      for (const [row, tr] of [...table.body.rows].entries()) tr.classList.toggle('chosen', row === draws.chosen)
    }
    if (changed['table:spread']) table.show(changed['table:spread'])
  }
  return { element, show }
}

function openPicks(charts) {
  const table = numberTable({ name: 'picks', caption: 'How often one key takes over 99 % of the weight', corner: '' })
  const says = make('p', { 'data-part': 'picks', class: 'part-result' })
  const pair = make('div', { class: 'pick-pair' }, charts['pick-undivided'].element, charts['pick-divided'].element)
  const element = make('section', { class: 'scaling-part picks', 'aria-label': 'How often is it a hard pick?' },
    make('h2', { class: 'big' }, 'How often is it a hard pick?'),
    make('p', {}, 'A random query against 8 random keys of the same width, 20,000 times: how much does the heaviest key get?'),
    says, make('div', { class: 'part-grid' }, pair, make('div', { class: 'beside' }, make('h3', {}, 'The same in numbers'), table.element)))
  table.frame('picks', [text('over 99 %'), text('give or take'), text('mean top')], [text('not divided'), text('divided')])

  function show({ draws }, changed) {
    if (changed['text:picks']) fill(says, changed['text:picks'])
    if (changed['table:picks']) table.show(changed['table:picks'])
    if (!changed.draws) return
    for (const [row, tr] of [...table.body.rows].entries()) tr.classList.toggle('chosen', row === Number(draws.scaled))
    charts['pick-divided'].element.classList.toggle('idle', !draws.scaled)
    charts['pick-undivided'].element.classList.toggle('idle', draws.scaled)
  }
  return { element, show }
}

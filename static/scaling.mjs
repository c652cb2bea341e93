// The scaling lab: the switch and the width stay in sight, and everything on the page answers to them.

import { make, fill, filled, section } from './dom.mjs'
import { openDescent } from './descent.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { openSlopes } from './slopes.mjs'
import { say, told } from './words.mjs'

export function openScaling(send, charts, slots) {
  for (const name of ['scale', 'd_k', 'entries', 'rate']) slots[name] = make('div', { class: `slot ${name}-slot` })
  const spread = make('p', { class: 'bar-result', 'data-part': 'bar' })
  const bar = make('div', { class: 'scaling-bar', role: 'group', 'aria-label': told('scaling.bar') }, slots.scale, slots.d_k, spread)
  const products = openProducts(send, charts, slots)
  const picks = openPicks(charts)
  const slopes = openSlopes(charts)
  const descent = openDescent(send, charts, slots)
  const closeUp = make('div', { class: 'part-opening' }, make('h2', { class: 'big' }, told('scaling.close-up')),
    make('p', {}, told('scaling.close-up-lead')))

  function show(parts, changed, refused) {
    if (changed['text:bar']) fill(spread, changed['text:bar'])
    for (const each of [products, picks, slopes, descent]) each.show(parts, changed, refused)
  }
  return { element: [section('bar', bar), section('products', products.element), section('picks', picks.element), section('intro', closeUp)],
    beneath: [section('slopes', slopes.element), section('descent', descent.element)], show }
}

const text = rich => () => { const span = make('span'); fill(span, [rich].flat()); return span }

function openProducts(send, charts, slots) {
  const table = numberTable({ name: 'spread', caption: told('scaling.spread-caption'), corner: told('scaling.width') })
  const again = make('button', { type: 'button', class: 'tool', 'data-action': 'draw' }, told('scaling.draw'))
  again.addEventListener('click', () => send({ do: 'act', name: 'draw' }))
  const element = make('section', { class: 'scaling-part products', 'aria-label': told('scaling.products') },
    make('h2', { class: 'big' }, told('scaling.products')),
    filled({}, say('scaling.products-lead')),
    make('div', { class: 'part-grid' }, charts.products.element,
      make('div', { class: 'beside' }, make('h3', {}, told('scaling.spread')), scroller(told('scaling.spread'), table.element),
        make('p', { class: 'note' }, told('scaling.spread-note')),
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
  const table = numberTable({ name: 'picks', caption: told('scaling.picks-caption'), corner: '' })
  const says = make('p', { 'data-part': 'picks', class: 'part-result' })
  const pair = make('div', { class: 'pick-pair' }, charts['pick-undivided'].element, charts['pick-divided'].element)
  const element = make('section', { class: 'scaling-part picks', 'aria-label': told('scaling.picks') },
    make('h2', { class: 'big' }, told('scaling.picks')),
    make('p', {}, told('scaling.picks-lead')),
    says, make('div', { class: 'part-grid' }, pair, make('div', { class: 'beside' }, make('h3', {}, told('scaling.in-numbers')), scroller(told('scaling.in-numbers'), table.element))))
  table.frame('picks', [text(told('scaling.over')), text(told('scaling.give-or-take')), text(told('scaling.mean-top'))], [text(told('scaling.undivided')), text(told('scaling.divided'))])

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

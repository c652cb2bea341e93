// X, the three matrices and the vectors they give, laid out as the product is worked by hand:
// a row of X meets a column of W above it, and their product stands where the two cross.

import { make, fill, keepFocus, section, visible } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { say, told } from './words.mjs'

const ROLES = [['q', 'query', 'W', 'Q'], ['k', 'key', 'W', 'K'], ['v', 'value', 'W', 'V']]

export function openFeatures(send) {
  const refusal = make('p', { class: 'refusal', role: 'alert', 'data-part': 'cell-refusal', id: 'cell-refusal' })
  const edit = message => send(message, reason => refuse(message.cell, reason))
  const tables = { x: numberTable({ name: 'x', caption: told('features.x'), corner: 'X', edit }) }
  const sums = {}
  for (const [role, , , letter] of ROLES) {
    tables[`w${role}`] = numberTable({ name: `w${role}`, caption: told('features.w', { letter }), edit })
    tables[role] = numberTable({ name: role, caption: told('features.product', { letter }) })
    sums[role] = make('p', { 'data-part': `projection-${role}` })
  }
  const column = ([role, kind, w, letter]) => make('div', { class: `product-column ${kind}` },
    make('h3', {}, w, make('sub', {}, letter)), tables[`w${role}`].element, make('h3', {}, letter), tables[role].element)
  const grid = make('div', { class: 'features-grid' },
    make('div', { class: 'features-x' }, make('p', { class: 'note' }, told('type-or-nudge')), tables.x.element),
    ...ROLES.map(column))
  const free = make('p', { class: 'free-list', 'data-part': 'free' })
  const element = make('section', { class: 'features', 'aria-label': told('features.title') },
    make('h2', {}, told('features.title')), scroller(told('features.title'), grid), refusal,
    make('div', { class: 'sums' }, ...ROLES.map(([role]) => sums[role])), free)
  let names = []
  let features = []

  const text = label => () => make('span', { title: label }, label)
  function frame({ frame: { tokens, names: all }, features: of }) {
    names = all
    features = of
    const tokenRows = tokens.map(token => () => make('bdi', { title: token }, visible(token)))
    tables.x.frame(JSON.stringify([tokens, of]), of.map(text), tokenRows)
    for (const [role] of ROLES) {
      tables[`w${role}`].frame(JSON.stringify(of), [text('1'), text('2')], of.map(text))
      tables[role].frame(JSON.stringify(tokens), [text('1'), text('2')], tokenRows)
    }
  }

  function show(parts, changed) {
    if (changed.frame || changed.features) frame(parts)
    for (const [name, table] of Object.entries(tables)) if (changed[`table:${name}`]) table.show(changed[`table:${name}`])
    for (const [role] of ROLES) if (changed[`text:projection-${role}`]) fill(sums[role], changed[`text:projection-${role}`])
    if (changed['feature-tips']) {
      for (const [name, rows] of Object.entries(changed['feature-tips'])) tables[name].tips(rows, (i, j, value) => title(name, i, j, value))
    }
    if (changed.free) showFree(changed.free)
  }

  function title(name, i, j, value) {
    const place = name === 'x' ? told('features.x-cell', { token: names[i], feature: features[j] })
      : told('features.w-cell', { letter: name[1].toUpperCase(), feature: features[i], column: j + 1 })
    return value ? told('features.cell-value', { cell: place, value }) : place
  }

  // Beside the tables, until that cell is typed into again or another one is taken.
  function refuse(name, reason) {
    refusal.textContent = reason ?? ''
    const input = tables[name.split('-')[0]].cellNamed(name)?.firstChild
    for (const [attribute, value] of [['aria-invalid', 'true'], ['aria-describedby', refusal.id]]) {
      if (reason) input?.setAttribute(attribute, value)
      else input?.removeAttribute(attribute)
    }
  }

  // Vectors that no longer follow from X and W, each with the way back.
  function showFree(list) {
    for (const [role] of ROLES) {
      for (const [row, tr] of [...tables[role].body.rows].entries()) tr.classList.toggle('free', list.includes(`${role}-${row}`))
    }
    keepFocus(free, () => [free.querySelector('button'), tables.x.element.querySelector('input')],
      () => free.replaceChildren(...(list.length ? [told('features.free'), ...list.map(attachButton)] : [])))
  }

  function attachButton(vector) {
    const button = make('button', { type: 'button', class: 'tool', 'data-attach': vector })
    fill(button, say('features.attach', { vector: [vector[0], names[Number(vector.slice(2))]] }))
    button.addEventListener('click', () => send({ do: 'act', name: 'attach', on: vector }))
    return button
  }

  return { element: section('features', element), show }
}

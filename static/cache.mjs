// The sentence grown token by token: what a step computes, what it takes from the cache, and the proof.

import { allow, make, fill, keepFocus, section, NUMBERS, visible } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { told } from './words.mjs'

export function openCache(send, charts) {
  const tables = {
    sides: numberTable({ name: 'sides', caption: told('cache.sides-caption') }),
    scaled: numberTable({ name: 'scaled', caption: told('cache.scaled-caption') }),
    output: numberTable({ name: 'output', caption: told('cache.output-caption') }),
    cache: numberTable({ name: 'cache', caption: told('cache.cache-caption') }),
    proof: numberTable({ name: 'proof', caption: told('cache.proof-caption') }),
    work: numberTable({ name: 'work', caption: told('cache.work') }),
  }
  const texts = Object.fromEntries(['step', 'mask', 'proof', 'size'].map(name => [name, make('p', { 'data-part': name })]))
  const grow = openGrowth(send)
  const sides = make('div', { class: 'sides-block' }, make('h2', {}, told('cache.sides')), scroller(told('cache.sides'), tables.sides.element))
  const grid = make('div', { class: 'cache-grid' },
    block(told('cache.scaled'), told('cache.scaled-note'), scroller(told('cache.scaled'), tables.scaled.element), 'scaled-block'),
    block(told('cache.output'), told('cache.output-note'), scroller(told('cache.output'), tables.output.element)),
    block(told('cache.cache'), told('cache.cache-note'), scroller(told('cache.cache'), tables.cache.element)),
    make('div', { class: 'cache-wide' }, make('h3', {}, told('cache.proof')), scroller(told('cache.proof'), tables.proof.element), texts.proof),
    charts.work.element,
    make('div', {}, make('h3', {}, told('cache.work')), scroller(told('cache.work'), tables.work.element), texts.size))
  const element = make('section', { class: 'cache-section', 'aria-label': told('cache.title') },
    section('cache', make('h2', { class: 'big' }, told('cache.title'))), section('grow', grow.element),
    ...[texts.step, texts.mask, grid].map(element => section('cache', element)))
  const text = label => () => make('span', { title: label.length > 10 ? label : null }, label)
  const token = (name, i) => () => make('bdi', { class: i, title: name }, visible(name))

  function frame({ frame: { tokens } }) {
    const key = JSON.stringify(tokens)
    grid.classList.toggle('many', tokens.length > 7)
    const keys = tokens.map(name => token(name, 'key'))
    const queries = tokens.map(name => token(name, 'query'))
    tables.sides.frame(key, keys, [text(told('cache.mask-on')), text(told('cache.mask-off'))])
    tables.scaled.frame(key, keys, queries)
    tables.output.frame(key, [text('1'), text('2')], queries)
    tables.cache.frame(key, ['k 1', 'k 2', 'v 1', 'v 2'].map(text), queries.map((_, i) => token(tokens[i], 'key')))
    const newest = { token: visible(tokens.at(-1)) }
    tables.proof.frame(key, keys, [text(told('cache.from-cache', newest)), text(told('cache.recomputed', newest))])
    tables.work.frame(key, [text(told('cache.with-cache')), text(told('cache.without'))], [text(told('cache.this-step')), text(told('cache.so-far'))])
    for (const [row, tr] of [...tables.cache.body.rows].entries()) {
      tr.classList.toggle('new', row === tokens.length - 1)
      tr.dataset.state = row === tokens.length - 1 ? 'computed' : 'kept'
    }
  }

  function show(parts, changed) {
    if (changed.frame) frame(parts)
    for (const [name, table] of Object.entries(tables)) if (changed[`table:${name}`]) table.show(changed[`table:${name}`])
    for (const [name, element] of Object.entries(texts)) if (changed[`text:${name}`]) fill(element, changed[`text:${name}`])
    if (changed.grow) grow.show(changed.grow)
    for (const table of [tables.scaled, tables.output]) {
      for (const [row, tr] of [...table.body.rows].entries()) tr.classList.toggle('chosen', row === parts.choice.query)
    }
  }

  return { element, among: section('sides', sides), show }
}

function block(title, note, content, kind = '') {
  return make('div', { class: kind }, make('h3', {}, title), content, make('p', { class: 'note' }, note))
}

// The next token: one of a few offered, or typed with its features.
function openGrowth(send) {
  const offered = make('div', { class: 'options-buttons', role: 'group', 'aria-label': told('cache.add-the-next') })
  const remove = button(told('cache.remove'), () => send({ do: 'act', name: 'remove' }, hear))
  const word = make('input', { type: 'text', autocomplete: 'off', maxlength: 80 })
  const fields = make('div', { class: 'typed-features' })
  const add = make('button', { type: 'submit', class: 'tool' }, told('cache.add'))
  const form = make('form', { class: 'typed-token' }, labelled(told('cache.own'), word), fields, add)
  const refusal = make('p', { class: 'refusal', role: 'alert', 'data-part': 'growth-refusal', id: 'growth-refusal' })
  // Which of the fields was refused is told with the reason: it is marked, and has the focus.
  function hear(reason, field) {
    refusal.textContent = reason ?? ''
    const refused = reason && (field === 'token' ? word : inputs[field])
    for (const input of [word, ...inputs]) ['aria-invalid', 'aria-describedby'].forEach(name => input.removeAttribute(name))
    refused?.setAttribute('aria-invalid', 'true')
    refused?.setAttribute('aria-describedby', refusal.id)
    refused?.focus()
  }
  const full = make('p', { class: 'note' }, told('cache.full'))
  const element = make('div', { class: 'growth' }, make('span', { class: 'growth-label' }, told('cache.add-next')), offered, remove,
    make('details', {}, make('summary', {}, told('cache.or-type')), form), refusal, full)
  let inputs = []

  form.addEventListener('submit', event => {
    event.preventDefault()
    send({ do: 'act', name: 'add', on: { token: word.value, features: inputs.map(input => input.value) } }, (reason, field) => { hear(reason, field); if (!reason) word.value = '' })
  })

  // What was pressed is made anew: the focus stays on its like.
  const show = reading => keepFocus(element, held => [[...offered.children].find(each => each.textContent === held.textContent), offered.firstChild],
    () => change(reading))

  function change({ offered: tokens, features, full: isFull, last }) {
    full.hidden = !isFull
    offered.replaceChildren(...tokens.map(token => button(token, () => send({ do: 'act', name: 'add', on: { token } }, hear))))
    if (inputs.length !== features.length) {
      inputs = features.map(() => make('input', { type: 'text', class: 'number', inputmode: NUMBERS, autocomplete: 'off', value: '0' }))
      fields.replaceChildren(...features.map((feature, i) => labelled(feature, inputs[i])))
    }
    for (const control of [...offered.children, add]) allow(control, !isFull)
    allow(remove, !last)
  }

  return { element, show }
}

function labelled(name, input) {
  return make('label', {}, make('span', {}, name), input)
}

function button(text, act) {
  const made = make('button', { type: 'button', class: 'tool' }, text)
  made.addEventListener('click', act)
  return made
}

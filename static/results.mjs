// What the numbers say: the sentence, the steps of the chosen query, the sums written out, the matrix.

import { make, fill, section, visible } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { told } from './words.mjs'

// A scene's own sections: `among` stand between the sentence and the steps, `beneath` after the sums.
export function openResults(send, { among, beneath, walk }) {
  const texts = {}
  const part = (name, tag = 'p', attributes = {}) => texts[name] = make(tag, { 'data-part': name, ...attributes })
  const tables = {
    steps: numberTable({ name: 'steps', caption: told('results.steps-caption'), corner: told('results.key') }),
    weights: numberTable({ name: 'weights', caption: told('results.weights-caption'), corner: '' }),
  }
  const title = make('h2')
  const code = make('code', { 'data-part': 'numpy' })
  const sentence = make('div', { class: 'say', 'data-part': 'sentence' }, part('sentence'), part('outcome'))
  texts.sentence.removeAttribute('data-part')
  texts.outcome.removeAttribute('data-part')
  const element = make('section', { class: 'read', 'aria-label': told('stage.read') },
    section('sentence', sentence),
    ...among,
    section('steps', scroller(told('results.steps'), tables.steps.element, 'steps-scroller')),
    section('product', make('div', { class: 'written' }, part('product'), part('output'))),
    ...beneath,
    section('walk', walk.element),
    section('matrix', title),
    section('matrix', scroller(told('results.weights'), tables.weights.element)),
    section('matrix', make('p', { class: 'note' }, told('results.rounded'))),
    section('formula', make('div', { class: 'whole' }, part('formula', 'p', { class: 'formula' }), part('shapes', 'p', { class: 'shapes' }),
      make('details', { class: 'numpy' }, make('summary', {}, told('results.numpy')), make('pre', { tabindex: 0 }, code)))))

  let names = []
  let state = {}

  // A button in a row's header, so that what a pointer can choose a keyboard can too.
  const chooser = (text, label, act) => () => {
    const button = make('button', { type: 'button', 'aria-label': label, title: text.length > 14 ? text : null }, make('bdi', {}, visible(text)))
    button.addEventListener('click', act)
    return button
  }
  const heading = (rich, title = null) => () => { const span = make('span', { title }); fill(span, rich); return span }

  function frame(parts) {
    state = parts
    names = parts.frame.names
    const { tokens } = parts.frame
    const heads = parts.heads.steps
    const key = JSON.stringify(tokens)
    tables.steps.frame(key, heads.map(head => heading(head)),
      tokens.map((token, row) => chooser(token, told('results.write-out', { name: names[row] }), () => {}))) // the row hears the click
    tables.weights.frame(JSON.stringify(tokens), tokens.map((token, row) => heading([['key', visible(token)]], names[row])),
      tokens.map((token, row) => chooser(token, told('results.choose', { name: names[row] }), () => send({ do: 'set', name: 'query', value: row }))))
    const titles = [...tables.steps.element.tHead.rows[0].cells].slice(1)
    titles.forEach((title, i) => fill(title.firstChild, heads[i]))      // the rows stay, and the focus in them
    const { query, key: pointed } = parts.choice
    for (const [row, tr] of [...tables.steps.body.rows].entries()) mark(tr, row === pointed, names[row])
    for (const [row, tr] of [...tables.weights.body.rows].entries()) mark(tr, row === query, names[row])
    title.textContent = tokens.length === 1 ? told('results.one') : told('results.all', { count: tokens.length })
  }

  // A row is headed by its token, whatever the button in its header does.
  function mark(tr, isChosen, name) {
    tr.cells[0].setAttribute('aria-label', name)
    tr.classList.toggle('chosen', isChosen)
    tr.querySelector('button').setAttribute('aria-pressed', isChosen)
  }

  function show(changed) {
    for (const name of Object.keys(tables)) if (changed[`table:${name}`]) tables[name].show(changed[`table:${name}`])
    for (const name of Object.keys(texts)) if (changed[`text:${name}`]) fill(texts[name], changed[`text:${name}`])
    if (changed.tips) tables.weights.tips(changed.tips, (i, j, text) => told('results.tip', { query: names[i], key: names[j], weight: text }))
    if (changed.snippet) code.textContent = changed.snippet
  }

  const rowOf = event => event.target.closest?.('tbody tr')?.sectionRowIndex
  tables.weights.body.addEventListener('click', event => {
    const value = rowOf(event)
    if (value !== undefined && value !== state.choice.query && !event.target.closest('button')) send({ do: 'set', name: 'query', value })
  })
  for (const kind of ['pointerover', 'focusin', 'click']) {
    tables.steps.body.addEventListener(kind, event => {
      const key = rowOf(event)
      if (key !== undefined && key !== state.choice.key) { state.choice.key = key; send({ do: 'point', key }) }
    })
  }
  return { element, frame, show }
}

// The four moves one after the other: each uncovers the columns that it computes.

import { allow, make, fill, visible } from './dom.mjs'
import { numberTable } from './number_table.mjs'
import { scroller } from './scroller.mjs'
import { aloud } from './voice.mjs'
import { told } from './words.mjs'

const COLUMNS = [1, 2, 4, 5]     // how many columns of the table are uncovered by each move

export function openWalk(send, speak) {
  const table = numberTable({ name: 'walk', caption: told('walk.caption'), corner: told('walk.key') })
  const total = make('tr', { class: 'total' })
  table.element.append(make('tfoot', {}, total))
  const words = make('p', { class: 'words', 'data-part': 'walk' })
  const back = button(told('walk.back'), () => go(at() - 1))
  const next = button(told('walk.next'), () => go(at() + 1))
  const close = button(told('walk.close'), () => send({ do: 'walk', move: null }))
  const open = button(told('walk.open'), () => go(0))
  const names = make('ol', { class: 'moves' })
  const steps = make('div', { class: 'walk-steps', role: 'group', 'aria-label': told('walk.moves') }, names, back, next, close)
  const frame = scroller(told('walk.caption'), table.element)
  const body = make('div', { class: 'walk-body' }, steps, words, frame)
  const element = make('section', { class: 'walk-section', 'aria-label': told('walk.title') }, open, body)
  let move = null
  let ahead = null     // where quick presses have gone, until the server has answered the last of them

  const at = () => ahead ?? move
  const go = to => { if (to >= 0 && to < COLUMNS.length) send({ do: 'walk', move: ahead = to }) }
  steps.addEventListener('keydown', event => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (way === undefined || move === null) return
    event.preventDefault()
    go(at() + way)
  })

  function show(parts, changed) {
    if ('walk' in changed) showMove(changed.walk)
    if (move === null) return
    const { tokens } = parts.frame
    const { shifted } = parts['table:walk']
    const heads = [['q · k'], parts.heads.steps[1], ['e', ['sup', told(shifted ? 'walk.score-less-max' : 'walk.score')]], [told('walk.of-total')], [told('walk.times-value')]]
    table.frame(JSON.stringify([tokens, heads]), heads.map(head => () => { const span = make('span'); fill(span, head); return span }),
      tokens.map(token => () => make('bdi', {}, visible(token))))
    if (changed['table:walk'] || changed.frame || 'walk' in changed) showTotals(parts['table:walk'])
    if (changed['text:walk']) fill(words, changed['text:walk'])
    if ('walk' in changed) { speak(aloud(parts['text:walk'])); showNewest() }
    for (const [row, tr] of [...table.body.rows].entries()) tr.classList.toggle('chosen', row === parts.choice.key)
  }

  // Where the table is wider than the screen, what the move computes is brought into sight.
  function showNewest() {
    frame.scrollLeft = 0
    const newest = table.element.tHead.rows[0].cells[COLUMNS[move]]
    frame.scrollLeft = Math.max(0, newest.getBoundingClientRect().right - frame.getBoundingClientRect().right + 4)
  }

  function showTotals(reading) {
    table.show(reading)
    total.replaceChildren(make('th', { scope: 'row' }, told('walk.total')), make('td'), make('td'),
      make('td', { 'data-cell': 'walk-total' }, reading.total), make('td'), make('td', { 'data-cell': 'walk-output' }, reading.output))
  }

  function showMove(walk) {
    const wasOpen = move !== null
    move = walk?.move ?? null
    if (move === ahead || move === null) ahead = null
    element.classList.toggle('open', move !== null)
    open.hidden = move !== null
    body.hidden = move === null
    if (move === null) { if (wasOpen) open.focus(); return }
    table.element.dataset.columns = COLUMNS[move]
    names.replaceChildren(...walk.names.map((name, i) => make('li', { 'aria-current': i === move ? 'step' : null }, name)))
    allow(back, move > 0)
    allow(next, move < COLUMNS.length - 1)
    if (!wasOpen) next.focus({ preventScroll: true })
  }

  body.hidden = true
  return { element, show }
}

function button(text, act) {
  const made = make('button', { type: 'button', class: 'tool' }, text)
  made.addEventListener('click', act)
  return made
}

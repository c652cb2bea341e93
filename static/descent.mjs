// Gradient descent on the scores: played, stepped through, begun anew. The page only keeps the beat.

import { make, fill } from './dom.mjs'

const BEAT = 60         // ms between two steps while it plays
const calm = matchMedia('(prefers-reduced-motion: reduce)')
let runs = 0

export function openDescent(send, charts, slots) {
  const status = make('p', { class: 'descent-status', 'data-part': 'descent' })
  const play = button('Play', 'play', () => (run === null ? begin() : pause()))
  const step = button('Step', 'step', () => { pause(); act('learn', 1) })
  const more = button('10 steps', 'steps', () => { pause(); act('learn', 10) })
  const restart = button('Restart', 'restart', () => { pause(); act('restart') })
  const transport = make('div', { class: 'transport', role: 'group', 'aria-label': 'Gradient descent' }, play, step, more, restart, status)
  slots.others.append(transport)
  const element = make('section', { class: 'descent', 'aria-label': 'Gradient descent' },
    make('h2', { class: 'big' }, 'The slope is what learning runs on'),
    make('p', {}, 'The output should become the second value. Gradient descent moves the scores, and with them the keys along the query: play it under the plane.'),
    slots.rate, charts.loss.element, charts.halving.element,
    make('p', { class: 'remark' }, 'To be honest: the steps are taken on the scores, to see the slope of softmax alone. Taken on the keys they would hide it, since ',
      'leaving out the division also makes the keys’ gradient ', make('i', {}, '√d'), make('sub', {}, 'k'),
      ' times as large; up to a width of about 512 the undivided run then even ends lower.'))

  let run = null          // the name under which all steps of one play are one step of the history
  let timer = 0
  let isWaiting = false   // for the answer to the last step: a slow line plays slower, it builds no backlog
  let taken = 0
  let most = 1

  const act = (name, on) => send({ do: 'act', name, on })
  function begin() {
    run = `learn-${Date.now()}-${++runs}`
    play.textContent = 'Pause'
    beat()
  }
  function pause() {
    if (run === null) return
    run = null
    clearTimeout(timer)
    isWaiting = false
    play.textContent = 'Play'
    act('rest')           // what is told at rest only: names, the spoken result
  }
  function beat() {
    if (run === null || isWaiting || !element.isConnected) return
    isWaiting = true
    send({ do: 'act', name: 'learn', on: 1, gesture: run, rest: false })
  }

  function show(_, changed, refused) {
    if (changed['text:descent']) fill(status, changed['text:descent'])
    if (changed.descent) {
      ({ taken, most } = changed.descent)
      restart.disabled = taken === 0
      for (const each of [play, step, more]) each.disabled = taken >= most
    }
    if (run === null) return
    if (refused || taken >= most) pause()
    else if (isWaiting && changed.descent) {
      isWaiting = false
      timer = setTimeout(beat, BEAT)
    }
  }

  const follow = () => { play.hidden = calm.matches; if (calm.matches) pause() }
  calm.addEventListener('change', follow)
  follow()
  document.addEventListener('pointerdown', event => { if (event.composedPath().some(node => node.matches?.('.handle'))) pause() })
  document.addEventListener('visibilitychange', () => { if (document.hidden) pause() })
  return { element, show }
}

function button(text, name, act) {
  const made = make('button', { type: 'button', class: 'tool', 'data-action': name }, text)
  made.addEventListener('click', act)
  return made
}

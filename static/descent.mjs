// Gradient descent on the scores: played, stepped through, begun anew. The page only keeps the beat.

import { allow, make, fill, filled } from './dom.mjs'
import { say, told } from './words.mjs'

const BEAT = 60         // ms between two steps while it plays
const calm = matchMedia('(prefers-reduced-motion: reduce)')
let runs = 0

export function openDescent(send, charts, slots) {
  const status = make('p', { class: 'descent-status', 'data-part': 'descent' })
  const play = button(told('descent.play'), 'play', () => (run === null ? begin() : pause()))
  const step = button(told('descent.step'), 'step', () => { pause(); act('learn', 1) })
  const more = button(told('descent.steps'), 'steps', () => { pause(); act('learn', 10) })
  const restart = button(told('descent.restart'), 'restart', () => { pause(); act('restart') })
  const transport = make('div', { class: 'transport', role: 'group', 'aria-label': told('descent.name') }, play, step, more, restart, status)
  slots.others.append(transport)
  const element = make('section', { class: 'descent', 'aria-label': told('descent.name') },
    make('h2', { class: 'big' }, told('descent.title')),
    make('p', {}, told('descent.lead')),
    slots.rate, charts.loss.element, charts.halving.element,
    filled({ class: 'remark' }, say('descent.remark')))

  let run = null          // the name under which all steps of one play are one step of the history
  let timer = 0
  let isWaiting = false   // for the answer to the last step: a slow line plays slower, it builds no backlog
  let taken = 0
  let most = 1

  const act = (name, on) => send({ do: 'act', name, on })
  function begin() {
    run = `learn-${Date.now()}-${++runs}`
    play.textContent = told('descent.pause')
    beat()
  }
  function pause() {
    if (run === null) return
    run = null
    clearTimeout(timer)
    isWaiting = false
    play.textContent = told('descent.play')
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
      allow(restart, taken > 0)
      for (const each of [play, step, more]) allow(each, taken < most)
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

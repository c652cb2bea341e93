// The quiet line that says how far Python is, and plainly why where it does not start.

import { make } from './dom.mjs'
import { told } from './words.mjs'

const hostOf = address => new URL(address).host
const isOutside = address => hostOf(address) !== location.host

// What is wrong, by the kind of trouble that the worker names.
const TROUBLES = {
  file: () => told('python.file'),
  sandbox: () => told('python.sandbox'),
  worker: () => told('python.worker'),
  wasm: () => told('python.wasm'),
  script: address => told('python.script', { host: hostOf(address) }),
  fetch: address => told(isOutside(address) ? 'python.fetch-outside' : 'python.fetch', { host: hostOf(address) }),
  missing: answer => told('python.missing', { address: answer.split(' ')[0], status: answer.split(' ')[1] }),
  hash: address => told('python.hash', { address }),
  start: error => told('python.start', { reason: error.split('\n').filter(Boolean).at(-1) }),
  died: () => told('python.died'),
}
const HOPELESS = ['file', 'sandbox']      // trying again would not help

// `python` as openPython gives it; `isVeiled` where the page waits for the state of its address; `host` is the
// outside host that the runtime comes from, or null; `onLoss` is called when no answer can come any more.
export function openLine(python, { isVeiled, host, onLoss }) {
  const starting = isVeiled ? told('python.starting-veiled') : host ? told('python.starting-from', { host }) : told('python.starting')
  const text = make('span', { role: 'status' }, starting)
  const bar = make('progress', { max: 1, value: 0, 'aria-label': told('python.starting') })
  const again = make('button', { type: 'button', class: 'tool', hidden: true }, told('python.again'))
  const element = make('div', { class: 'python-line', 'data-part': 'python' }, text, bar, again)
  again.addEventListener('click', () => location.reload())

  function fail(kind, detail = '') {
    text.setAttribute('role', 'alert')
    text.textContent = [TROUBLES[kind](detail), kind === 'died' ? '' : told('python.unanswered')].join(' ').trim()
    element.classList.add('failed')
    element.hidden = false
    bar.hidden = true
    again.hidden = HOPELESS.includes(kind)
    document.body.style.paddingBlockEnd = `${element.offsetHeight + 24}px`      // the page's end can be scrolled free of it
    onLoss()
  }

  function advance(progress) {
    bar.value = progress
    if (text.textContent !== starting) text.textContent = starting
  }

  python.onNews(({ progress, stalled, ready, failed, detail }) => {
    if (failed) fail(failed, detail)
    else if (stalled) text.textContent = told(isOutside(stalled) ? 'python.slow-outside' : 'python.slow', { host: hostOf(stalled) })
    else if (ready) element.hidden = true
    else advance(progress)
  })
  return element
}

// When the server is gone, silent or has forgotten this page: the page says so at once, keeps what it shows, and goes on by itself.

import { make } from './dom.mjs'
import { frameName } from './memory.mjs'
import { told } from './words.mjs'

const reloadsKey = () => ['attention-arrows:reloads', ...frameName()].join(':')
const PATIENCE = [500, 1000, 2000, 4000]
const LONG_ENOUGH = 3000        // ms that a question to the server may take
const TOLD = 4000               // ms for which the good news stay

// `isBusy` tells whether somebody holds an arrow: nobody's hand is taken off it by a reload.
export function watchConnection(model, { channel, memory, isBusy, onLoss }) {
  if (model.watchConnection) return model.watchConnection(model, { channel, memory, isBusy, onLoss })      // no server is behind this page
  const text = make('span')
  const again = make('button', { type: 'button', class: 'tool' }, told('connection.reload'))
  const element = make('div', { class: 'connection', role: 'alert', 'data-part': 'connection', hidden: true }, text, again)
  let isLost = false
  again.addEventListener('click', reload)
  model.document.on_event('connection_lost', lost)
  channel.onSilence(silent, () => { if (!isLost) element.hidden = true })
  addEventListener('pagehide', () => { if (isLost || channel.unsent().length) memory.save(channel.unsent()) })

  function lost() {
    if (isLost) return
    isLost = true
    channel.pause()
    onLoss()
    say(told('connection.lost'))
    memory.save(channel.unsent())
    if (tooOften()) say(told('connection.refused'))
    else wait(0)
  }

  async function wait(attempt) {
    await pause(PATIENCE[Math.min(attempt, PATIENCE.length - 1)])
    const answers = await isAnswering()
    if (answers && !isBusy()) reload()
    else wait(answers ? attempt : attempt + 1)
  }

  // A line may be dead although nobody closed it: behind a proxy, after a sleep. A server that answers others
  // has had its time for this page too.
  async function silent() {
    if (isLost) return
    say(told('connection.silent'))
    if (await isAnswering()) {
      await pause(PATIENCE[1])
      if (channel.isSilent()) lost()
    } else if (channel.isSilent()) {
      await pause(PATIENCE[0])
      silent()
    }
  }

  function reload() {
    memory.save(channel.unsent())
    memory.leave()
    remember([...reloads(), Date.now()])
    location.reload()
  }

  function say(sentence) {
    text.textContent = sentence
    element.hidden = false
  }

  // After a reload that nobody asked for.
  function welcome() {
    say(told('connection.back'))
    again.hidden = true
    setTimeout(() => {
      again.hidden = false
      if (!isLost && !channel.isSilent()) element.hidden = true
    }, TOLD)
  }

  return { element, welcome }
}

const pause = time => new Promise(done => setTimeout(done, time))

const isAnswering = () => fetch(new URL('health', document.baseURI), { cache: 'no-store', signal: AbortSignal.timeout(LONG_ENOUGH) })
  .then(answer => answer.ok, () => false)

// Three reloads within half a minute mean that reloading does not help.
const tooOften = () => reloads().length >= 3

function reloads() {
  try {
    return JSON.parse(sessionStorage.getItem(reloadsKey()) ?? '[]').filter(time => Date.now() - time < 30000)
  } catch { return [] }
}

function remember(times) {
  try { sessionStorage.setItem(reloadsKey(), JSON.stringify(times)) } catch { /* blocked: then nothing is counted */ }
}

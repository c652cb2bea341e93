// When the server is gone: the page says so at once, keeps what it shows, and goes on by itself.

import { make } from './dom.mjs'
import { told } from './words.mjs'

const RELOADS = 'attention-arrows:reloads'
const PATIENCE = [500, 1000, 2000, 4000]

// `isBusy` tells whether somebody holds an arrow: nobody's hand is taken off it by a reload.
export function watchConnection(model, { channel, memory, isBusy, onLoss }) {
  const text = make('span')
  const again = make('button', { type: 'button', class: 'tool' }, told('connection.reload'))
  const element = make('div', { class: 'connection', role: 'alert', 'data-part': 'connection', hidden: true }, text, again)
  let isLost = false
  again.addEventListener('click', reload)
  model.document.on_event('connection_lost', lost)
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
    await new Promise(done => setTimeout(done, PATIENCE[Math.min(attempt, PATIENCE.length - 1)]))
    const answers = await fetch(new URL('health', document.baseURI), { cache: 'no-store' }).then(answer => answer.ok, () => false)
    if (answers && !isBusy()) reload()
    else wait(answers ? attempt : attempt + 1)
  }

  function reload() {
    memory.save(channel.unsent())
    remember([...reloads(), Date.now()])
    location.reload()
  }

  function say(sentence) {
    text.textContent = sentence
    element.hidden = false
  }

  return { element }
}

// Three reloads within half a minute mean that reloading does not help.
const tooOften = () => reloads().length >= 3

function reloads() {
  try {
    return JSON.parse(sessionStorage.getItem(RELOADS) ?? '[]').filter(time => Date.now() - time < 30000)
  } catch { return [] }
}

function remember(times) {
  try { sessionStorage.setItem(RELOADS, JSON.stringify(times)) } catch { /* blocked: then nothing is counted */ }
}

// In a notebook nothing tells that Python is gone: only its answer stays away. Then the lab says so; it never
// reloads what is not its own page, and goes on when the answer comes after all.

import { make } from './dom.mjs'
import { told } from './words.mjs'

// `onSilence` is told whether answers stay away.
export function watchKernel(model, { channel, onSilence }) {
  const element = make('div', { class: 'connection', role: 'alert', 'data-part': 'connection', hidden: true })
  let wasAnswered = false

  function tell(isSilent) {
    element.textContent = isSilent ? told(wasAnswered || isCarried(model.document) ? 'kernel.silent' : 'kernel.uncarried') : ''
    element.hidden = !isSilent
    onSilence(isSilent)
  }
  model.on('msg:custom', () => { wasAnswered = true })
  model.on('remove', channel.pause)      // the cell has run again, and this view of it is gone
  greet(1000)
  channel.onSilence(() => tell(true), () => tell(false))
  carriersOf(model.document).forEach(mend)

  // While a notebook opens, its line to the kernel may not be there yet.
  function greet(delay) {
    setTimeout(() => {
      if (wasAnswered || !model.document) return
      channel.greetAgain()
      greet(2 * delay)
    }, delay)
  }
  return { element, welcome() {} }
}

// Panel's carrier of messages, one a view.
const carriersOf = document => (document?.roots() ?? []).filter(root => root.type.endsWith('CommManager'))

// Of itself it sends to Python what was drawn here alone, which a server's page does not, and waits 50 ms before it
// sends anything; but there is no more than one message in flight at a time anyway.
function mend(carrier) {
  const heard = carrier._document_changed.bind(carrier)
  carrier._document_changed = event => (event.events ?? [event]).filter(each => each.sync).forEach(heard)
  carrier.setv({ debounce: 0 }, { sync: false })
}

const isCarried = document => carriersOf(document).some(({ plot_id }) => plot_id in (window.PyViz?.kernels ?? {}))

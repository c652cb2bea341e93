// Messages up, readings down. One message is in flight at a time; a newer position replaces
// an older one that still waits, so a slow line drops positions and never builds a backlog.
// Everything else (a switch, undo) is sent, in order; the last position of a drag at once, so
// that from far away the final numbers need not wait for two answers.

const PATIENCE = 4000      // ms without an answer after which something is wrong; the slowest answer takes a tenth of it

// What is not allowed is not sent: no message of the page finds another way.
export function openChannel(model, receive, isAllowed) {
  const waiting = []
  const hearers = new WeakMap()
  const inFlight = []
  let count = 0
  let isPaused = false
  let isSilent = false
  let silence = null
  let told = [() => {}, () => {}]      // what to call when the answers stay out, and when they come again

  const replaces = (older, newer) =>
    older?.gesture && older.gesture === newer.gesture && older.do === newer.do
      && (newer.do === 'move' ? older.vector === newer.vector : newer.do === 'set' && older.name === newer.name)

  function flush() {
    while (!isPaused && waiting.length > 0 && (inFlight.length === 0 || waiting[0].rest === true)) {
      const message = waiting.shift()
      const sent = { ...message, n: ++count }
      if (hearers.has(message)) hearers.set(sent, hearers.get(message))
      inFlight.push(sent)
      model.send_msg(JSON.stringify(sent))
      silence ??= setTimeout(grow, PATIENCE)
    }
  }

  function grow() {
    isSilent = true
    if (!isPaused) told[0]()
  }

  function heard() {
    clearTimeout(silence)
    silence = inFlight.length > 0 ? setTimeout(grow, PATIENCE) : null
    if (isSilent) told[1]()
    isSilent = false
  }

  // `hear` is told what became of the message: the refusal where it was refused, and which of several fields is meant, else null.
  function send(message, hear) {
    if (!isAllowed(message)) return
    if (hear) hearers.set(message, hear)
    const older = waiting.findIndex(each => replaces(each, message))
    if (older >= 0) waiting[older] = message
    else waiting.push(message)
    flush()
  }

  // Of a vector or a control with a move or a value that the server has not answered yet: the page's own is
  // newer than what an answer may say.
  function isAhead(name) {
    const is = message => message?.vector === name || (message?.do === 'set' && message.name === name)
    return inFlight.some(is) || waiting.some(is)
  }

  function onAnswer(text) {
    const answer = JSON.parse(text)
    const place = inFlight.findIndex(({ n }) => n === answer.n)
    const message = place < 0 ? null : inFlight.splice(place, 1)[0]
    heard()
    flush()
    const hear = hearers.get(message)
    receive(answer, message, Boolean(hear))
    hear?.(answer.refused ?? null, answer.field)
  }

  // A first word may be lost on a line that was not there yet: says it again, for as long as no answer has come.
  function greetAgain() {
    const [first] = inFlight
    if (first?.do === 'hello' && !isPaused) model.send_msg(JSON.stringify(first))
  }

  // What the server has not answered, oldest first.
  const unsent = () => [...inFlight, ...waiting].filter(message => message.do !== 'hello')

  model.on('msg:custom', onAnswer)
  const onSilence = (...calls) => { told = calls }
  return { send, isAhead, unsent, greetAgain, onSilence, isSilent: () => isSilent, pause: () => { isPaused = true } }
}

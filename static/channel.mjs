// Messages up, readings down. One message is in flight at a time; a newer position replaces
// an older one that still waits, so a slow line drops positions and never builds a backlog.
// Everything else (a switch, undo, the last position of a drag) is sent, in order.

export function openChannel(model, receive) {
  const waiting = []
  const hearers = new WeakMap()
  let inFlight = null
  let count = 0
  let isPaused = false

  const replaces = (older, newer) =>
    older?.gesture && older.gesture === newer.gesture && older.do === newer.do
      && (newer.do === 'move' ? older.vector === newer.vector : newer.do === 'set' && older.name === newer.name)

  function flush() {
    if (isPaused || inFlight !== null || waiting.length === 0) return
    const message = waiting.shift()
    inFlight = { ...message, n: ++count }
    if (hearers.has(message)) hearers.set(inFlight, hearers.get(message))
    model.send_msg(JSON.stringify(inFlight))
  }

  // `hear` is told what became of the message: the refusal where it was refused, else null.
  function send(message, hear) {
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
    return is(inFlight) || waiting.some(is)
  }

  function onAnswer(text) {
    const answer = JSON.parse(text)
    const message = answer.n !== undefined && answer.n === inFlight?.n ? inFlight : null
    if (message) inFlight = null
    flush()
    const hear = hearers.get(message)
    receive(answer, message, Boolean(hear))
    hear?.(answer.refused ?? null)
  }

  // What the server has not answered, oldest first.
  const unsent = () => [...(inFlight ? [inFlight] : []), ...waiting].filter(message => message.do !== 'hello')

  model.on('msg:custom', onAnswer)
  return { send, isAhead, unsent, pause: () => { isPaused = true } }
}

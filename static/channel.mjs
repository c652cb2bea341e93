// Messages up, readings down. One message is in flight at a time; a newer position replaces
// an older one that still waits, so a slow line drops positions and never builds a backlog.
// Everything else (a switch, undo, the last position of a drag) is sent, in order.

export function openChannel(model, receive) {
  const waiting = []
  let inFlight = null
  let count = 0
  let isPaused = false

  const replaces = (older, newer) =>
    older?.gesture && older.gesture === newer.gesture && older.do === newer.do
      && (newer.do === 'move' ? older.vector === newer.vector : newer.do === 'set' && older.name === newer.name)

  function flush() {
    if (isPaused || inFlight !== null || waiting.length === 0) return
    inFlight = { ...waiting.shift(), n: ++count }
    model.send_msg(JSON.stringify(inFlight))
  }

  function send(message) {
    if (replaces(waiting.at(-1), message)) waiting.pop()
    waiting.push(message)
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
    if (answer.n !== undefined && answer.n === inFlight?.n) inFlight = null
    flush()
    receive(answer)
  }

  // What the server has not answered, oldest first.
  const unsent = () => [...(inFlight ? [inFlight] : []), ...waiting].filter(message => message.do !== 'hello')

  model.on('msg:custom', onAnswer)
  return { send, isAhead, unsent, pause: () => { isPaused = true } }
}

// Messages up, readings down. One message is in flight at a time; a newer position replaces
// an older one that still waits, so a slow line drops positions and never builds a backlog.
// Everything else (a switch, undo, the last position of a drag) is sent, in order.

export function openChannel(model, receive) {
  const waiting = []
  let inFlight = null
  let count = 0

  const replaces = (older, newer) =>
    older?.do === 'move' && newer.do === 'move' && older.vector === newer.vector && older.gesture === newer.gesture

  function flush() {
    if (inFlight !== null || waiting.length === 0) return
    inFlight = { ...waiting.shift(), n: ++count }
    model.send_msg(JSON.stringify(inFlight))
  }

  function send(message) {
    if (replaces(waiting.at(-1), message)) waiting.pop()
    waiting.push(message)
    flush()
  }

  // Positions the server has not answered yet: the page's own are newer than what an answer may say.
  function isAhead(vector) {
    return inFlight?.vector === vector || waiting.some(message => message.vector === vector)
  }

  function onAnswer(text) {
    const answer = JSON.parse(text)
    if (answer.n !== undefined && answer.n === inFlight?.n) inFlight = null
    flush()
    receive(answer)
  }

  model.on('msg:custom', onAnswer)
  return { send, isAhead }
}

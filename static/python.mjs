// The page's own Python: a worker that answers as a server would. What is sent before it is ready waits.

// `what` says which worker to start and what it needs; `on.news` hears how it goes: {progress} from 0 to 1,
// {stalled: address}, {ready}, {failed: kind, detail}.
export function openPython({ worker: address, files, slug }) {
  const listeners = { answer: [], news: [] }
  const tell = (kind, what) => listeners[kind].forEach(listen => listen(what))
  const past = []         // news that came before anyone listened
  let worker = null
  let isReady = false

  function news(each) {
    if (each.ready) isReady = true
    past.push(each)
    tell('news', each)
  }

  function hear({ data }) {
    if ('answer' in data) tell('answer', data.answer)
    else news(data)
  }

  function start() {
    if (location.protocol === 'file:') return news({ failed: 'file' })
    if (self.origin === 'null') return news({ failed: 'sandbox' })
    try {
      worker = new Worker(absolute(address))
    } catch (error) {
      return news({ failed: 'worker', detail: String(error) })
    }
    worker.onmessage = hear
    worker.onerror = event => {
      event.preventDefault()
      news(isReady ? { failed: 'died' } : event.message ? { failed: 'start', detail: event.message } : { failed: 'worker' })     // its script was not even loaded
    }
    worker.postMessage({ files: files.map(file => ({ ...file, url: absolute(file.url) })), slug, query: location.search.slice(1), language: document.documentElement.lang })
  }

  start()
  return {
    send: text => worker?.postMessage(text),
    onAnswer: listen => listeners.answer.push(listen),
    onNews: listen => { queueMicrotask(() => past.slice().forEach(listen)); queueMicrotask(() => listeners.news.push(listen)) },
  }
}

const absolute = address => new URL(address, document.baseURI).href

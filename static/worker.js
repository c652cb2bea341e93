// Python beside the page: fetches the runtime, checks each file by its hash, opens the scene, answers messages.
// The page sends first what to start ({files, slug, query, language}), then messages as JSON texts; those that come
// before Python is ready wait here, in order. What goes back is {answer} or news: {progress}, {stalled}, {failed}.
'use strict'

const PATIENCE = 6000                      // ms without a byte from anywhere, after which the page is told
const FETCHED = 0.7                        // share of the progress that fetching takes; the rest is starting
const INDEX = new URL('python/', location.href).href      // an address that nothing is fetched from, see `only`
const EMPTY_WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
const LOCK = JSON.stringify({ info: { arch: 'wasm32', platform: 'emscripten_3_1_58', abi_version: '2024_0', python: '3.12.7', version: '0.27.7' }, packages: {} })
const UNPACK = `
import sys, zipfile
def unpack(archive, folder):
    with zipfile.ZipFile(archive) as bundle:
        bundle.extractall(folder, [name for name in bundle.namelist() if is_needed(name)])
    sys.path.insert(0, folder)
def is_needed(name):
    return not name.endswith(('.pyi', '.a', '.h', '.pxd')) and '/tests/' not in name and '/f2py/' not in name
unpack('/numpy.whl', '/numpy')
unpack('/lab.zip', '/lab')
`

const waiting = []
let handle = null
const fetchOutside = self.fetch.bind(self)

onmessage = ({ data }) => {
  if (typeof data !== 'string') start(data).catch(error => fail(error.kind ?? 'start', error.detail ?? String(error)))
  else if (handle) answer(data)
  else waiting.push(data)
}

// Pyodide leaves some of its own failures unanswered.
addEventListener('unhandledrejection', event => { if (!handle) fail('start', String(event.reason)) })

function answer(message) {
  postMessage({ answer: handle(message) })
}

const fail = (kind, detail) => postMessage({ failed: kind, detail })
const trouble = (kind, detail) => Object.assign(new Error(`${kind}: ${detail}`), { kind, detail })
const progress = share => postMessage({ progress: share })

async function start({ files, slug, query, language }) {
  tryWasm()
  const bodies = await fetchAll(files)
  await readScripts(files, bodies)
  progress(0.75)
  self.fetch = only(bodies)
  const python = await loadPyodide({ indexURL: INDEX })
  progress(0.85)
  await unpack(python, bodies)
  python.pyimport('numpy')
  progress(0.95)
  handle = python.pyimport('app.worker').open_scene(slug, query, language)
  postMessage({ ready: true })
  waiting.splice(0).forEach(answer)
}

function tryWasm() {
  try {
    new WebAssembly.Module(EMPTY_WASM)
  } catch (error) {
    throw trouble('wasm', String(error))
  }
}

// --- fetching --------------------------------------------------------------------------------------

// All files at once, by role, each checked; the page hears how far it is, and from whom nothing comes.
async function fetchAll(files) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let got = 0
  let told = 0
  let timer = null
  const pending = new Set(files)
  const all = new AbortController()
  const wait = () => {
    clearTimeout(timer)
    if (!all.signal.aborted) timer = setTimeout(() => postMessage({ stalled: [...pending][0].url }), PATIENCE)
  }
  const count = bytes => {
    if (all.signal.aborted) return
    got += bytes
    wait()
    if (got - told > total / 100) progress(FETCHED * (told = got) / total)
  }
  wait()
  try {
    const parts = await Promise.all(files.map(async file => {
      const body = await fetchOne(file, count, all.signal)
      pending.delete(file)
      return [file.role, body]
    }))
    return Object.fromEntries(parts)
  } finally {
    all.abort()      // where one failed, the others are of no use
    clearTimeout(timer)
  }
}

// A copy that the browser kept may be spoilt: what does not fit its hash is fetched once more, past the cache.
async function fetchOne(file, count, signal) {
  const kept = await download(file, 'force-cache', count, signal)
  if (await isGenuine(kept, file)) return kept
  const fresh = await download(file, 'reload', count, signal)
  if (await isGenuine(fresh, file)) return fresh
  throw trouble('hash', file.url)
}

async function download({ url }, cache, count, signal) {
  const options = { cache, signal, credentials: 'omit', referrerPolicy: 'no-referrer' }
  const response = await fetchOutside(url, options).catch(() => { throw trouble('fetch', url) })
  if (!response.ok) throw trouble('missing', `${url} ${response.status}`)
  const chunks = []
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw trouble('fetch', url) })
    if (done) return new Blob(chunks, { type: url.endsWith('.wasm') ? 'application/wasm' : 'text/javascript' })
    chunks.push(value)
    count(value.length)
  }
}

async function isGenuine(body, { integrity }) {
  if (!self.crypto?.subtle) return isGenuineUnsafely(body, integrity)
  const digest = await crypto.subtle.digest('SHA-256', await body.arrayBuffer())
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

// Over plain HTTP there is no crypto.subtle, but the browser checks what is fetched, also from itself.
async function isGenuineUnsafely(body, integrity) {
  const address = URL.createObjectURL(body)
  try {
    await fetchOutside(address, { integrity })
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(address)
  }
}

// --- starting --------------------------------------------------------------------------------------

// The checked bytes themselves are run; where a site's policy forbids that, its own files, but nobody else's.
async function readScripts(files, bodies) {
  for (const role of ['pyodide.js', 'pyodide.asm.js']) {
    const address = URL.createObjectURL(bodies[role])
    try {
      importScripts(address)
    } catch (error) {
      const { url } = files.find(file => file.role === role)
      if (new URL(url).origin !== location.origin) throw trouble('script', url)
      importScripts(url)
    } finally {
      URL.revokeObjectURL(address)
    }
  }
}

// What Pyodide may ask for while it starts: the files that were checked, and nothing else.
function only(bodies) {
  const given = { 'pyodide.asm.wasm': bodies['pyodide.asm.wasm'], 'python_stdlib.zip': bodies['python_stdlib.zip'], 'pyodide-lock.json': new Blob([LOCK]) }
  return async address => {
    const body = given[String(address).replace(INDEX, '')]
    if (!body) throw new TypeError(`${address} is not among the files of this page.`)
    return new Response(body, { headers: { 'Content-Type': body.type } })
  }
}

async function unpack(python, bodies) {
  for (const [path, role] of [['/numpy.whl', 'numpy'], ['/lab.zip', 'lab']]) {
    python.FS.writeFile(path, new Uint8Array(await bodies[role].arrayBuffer()), { canOwn: true })
  }
  python.runPython(UNPACK)
  python.FS.unlink('/numpy.whl')
  python.FS.unlink('/lab.zip')
}

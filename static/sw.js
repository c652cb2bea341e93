// Keeps this folder's files for visits without network. Names hold a hash or a version: what is kept never
// goes stale, only pages do, and these are asked for anew while there is a network.
'use strict'

const VERSION = ''          // both are filled in by the export
const FILES = []

const PREFIX = `attention-arrows ${registration.scope} `
const PATIENCE = 4000       // ms that a page is waited for before the kept one is shown
const absolute = name => new URL(name, registration.scope).href
const kept = new Set(FILES.map(absolute))

addEventListener('install', event => event.waitUntil(keep()))
addEventListener('activate', event => event.waitUntil(tidy()))
addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return
  const address = event.request.url.split(/[?#]/)[0]
  if (event.request.mode === 'navigate') event.respondWith(page(event.request, address.endsWith('/') ? `${address}index.html` : address))
  else if (kept.has(address)) event.respondWith(file(event.request, address))
})

// The page has just loaded most of them: they come from the browser's cache, not a second time over the network.
async function keep() {
  const cache = await caches.open(PREFIX + VERSION)
  await Promise.all(FILES.map(async name => {
    const isPage = name.endsWith('.html')
    const response = await fetch(absolute(name), { cache: isPage ? 'no-cache' : 'force-cache', credentials: 'omit' })
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    await cache.put(absolute(name), response)
  }))
  await skipWaiting()
}

async function tidy() {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(PREFIX) && name !== PREFIX + VERSION).map(name => caches.delete(name)))
  await clients.claim()
}

async function file(request, address) {
  return await caches.match(address) ?? fetch(request)
}

async function page(request, address) {
  const fromNetwork = fetch(request)
  const late = new Promise((_, give) => setTimeout(give, PATIENCE))
  try {
    return await Promise.race([fromNetwork, late])
  } catch {
    return await caches.match(address) ?? fromNetwork
  }
}

// A scene's page without a server: shown at once as it was computed when it was made, answered by a worker.

import { stateOf } from './memory.mjs'
import { openLine } from './python_line.mjs'
import { openPython } from './python.mjs'
import { render } from './stage.mjs'

const page = JSON.parse(document.getElementById('alone').textContent)
const python = openPython(page)      // at once: it starts while the browser still reads BokehJS
const isVeiled = stateOf(location.search) !== ''       // the address asks for another state than the one that is shown

document.addEventListener('DOMContentLoaded', open)
python.onNews(({ ready }) => { if (ready) keepOffline() })

async function open() {
  const host = document.createElement('div')
  const el = document.createElement('div')
  host.attachShadow({ mode: 'open' }).append(el)
  await dressed(host)
  const { drawings, places } = await draw(el)
  render({ model: model(drawings, places, el), el })
  if (isVeiled) veil(el)
}

// The figures, each in a place of its own, which the lab then puts where it belongs.
async function draw(el) {
  const ids = page.figures.roots.map(({ id }) => id)
  const places = ids.map(() => el.appendChild(document.createElement('div')))
  const roots = Object.fromEntries(ids.map((id, i) => [id, places[i]]))
  const [views] = await Bokeh.embed.embed_items({ figures: page.figures }, [{ docid: 'figures', roots, root_ids: ids }])
  const models = new Map(views.roots.map(({ model }) => [model.id, model]))
  return { drawings: ids.map(id => models.get(id)), places }
}

// The lab's own styles, before there is anything to style.
function dressed(host) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: page.styles })
  host.shadowRoot.prepend(link)
  document.getElementById('lab').append(host)
  return new Promise(done => { link.onload = link.onerror = done })
}

// What the lab takes for its model: on a server it is Panel's.
function model([figure, ...charts], places, el) {
  return {
    lab: page.lab,
    first: isVeiled ? withoutTasks(page.first) : page.first,
    figure,
    charts,
    get_child: name => name === 'figure' ? places[0] : places.slice(1),
    send_msg: python.send,
    on: (_, receive) => python.onAnswer(receive),
    watchConnection: (_, parts) => watch(parts, el),
  }
}

// What an address brings about was met by nobody: the tasks are known when its state is.
function withoutTasks(first) {
  const { tasks, ...known } = JSON.parse(first)
  return JSON.stringify(known)
}

// Here no server can be lost; but Python may not start, or stop, and what was not answered is kept for a reload.
function watch({ channel, memory, onLoss }, el) {
  addEventListener('pagehide', () => { if (channel.unsent().length) memory.save(channel.unsent()) })
  const lost = () => { onLoss(); unveil(el) }
  return { element: openLine(python, { isVeiled, host: page.host, onLoss: lost }) }
}

function veil(el) {
  const frame = el.querySelector('.frame')
  frame.classList.add('veiled')
  frame.inert = true
  python.onAnswer(() => unveil(el))
}

function unveil(el) {
  const frame = el.querySelector('.frame')
  frame?.classList.remove('veiled')
  if (frame) frame.inert = false
}

// Once everything runs, the browser keeps all files: the next visit needs no network.
function keepOffline() {
  navigator.serviceWorker?.register(page.offline).catch(() => { /* forbidden here: then there is no offline visit */ })
}

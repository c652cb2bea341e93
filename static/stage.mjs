// The lab itself: lays the parts out, sends what people do, shows what the server answers.

import { allow, heed, keepFocus, make, section } from './dom.mjs'
import { openCache } from './cache.mjs'
import { openChannel } from './channel.mjs'
import { openChart } from './chart.mjs'
import { followTheme } from './colours.mjs'
import { watchConnection } from './connection.mjs'
import { openControls } from './controls.mjs'
import { openFeatures } from './features.mjs'
import { openFields } from './fields.mjs'
import { watchKernel } from './kernel.mjs'
import { openLocks } from './locks.mjs'
import { openMemory } from './memory.mjs'
import { followNotebook } from './notebook.mjs'
import { openPlaneView } from './plane_view.mjs'
import { arrange, openPresentation } from './presentation.mjs'
import { openResults } from './results.mjs'
import { openScaling } from './scaling.mjs'
import { openTasks } from './tasks.mjs'
import { openVoice } from './voice.mjs'
import { openWalk } from './walk.mjs'
import { told } from './words.mjs'

// What a scene may show beyond what every scene of vectors has: where it stands, and what opens it.
// Each gets `send`, the scene's charts by name and the places of its controls, and returns `element` and `show(parts, changed, refused)`,
// and may return more elements by the name of their place.
const EXTRAS = { features: ['among', openFeatures], cache: ['below', openCache], scaling: ['above', openScaling] }

export function render({ model, el }) {
  const lab = JSON.parse(model.lab)
  const host = el.getRootNode().host ?? el
  if (lab.notebook) followNotebook(host, model)
  const presentation = openPresentation(lab)
  const locks = openLocks(presentation.locked)
  const channel = openChannel(model, (answer, message, isHeard) => show(answer, message, isHeard), locks.isAllowed)
  const send = (message, hear) => channel.send(message, hear)
  const charts = openCharts(model, lab, host)
  const voice = openVoice()
  const plane = openPlaneView({ figure: model.figure, element: model.get_child('figure'), limit: lab.limit, host, channel, isHeld: locks.isHeld, speak: voice.say, onChoose: showFields })
  const controls = openControls(send, channel.isAhead)
  const extras = lab.parts.map(name => ({ place: EXTRAS[name][0], ...EXTRAS[name][1](send, charts, controls.slots) }))
  const placed = where => extras.flatMap(extra => [extra.place === where ? extra.element : [], extra[where] ?? []]).flat()
  const walk = openWalk(send, voice.say)
  const results = openResults(send, { among: placed('among'), beneath: placed('beneath'), walk })
  const fields = openFields(send)
  const history = openHistory(send, presentation.isEmbed || locks.isAny)
  const memory = openMemory(lab.addressed, [...presentation.locked].sort())
  const isHeld = () => root.querySelector('.dragged') !== null
  const connection = lab.notebook ? watchKernel(model, { channel, onSilence: isSilent => root.classList.toggle('offline', isSilent) })
    : watchConnection(model, { channel, memory, isBusy: isHeld, onLoss: () => root.classList.add('offline') })
  const tasks = openTasks(lab.slug, { isBusy: () => isHeld() || channel.unsent().length > 0, say: voice.say })
  const notices = make('ul', { class: 'notices', 'data-part': 'notices' })
  const notice = make('p', { class: 'notice', role: 'alert', 'data-part': 'notice' })
  const root = make('div', { class: 'lab', 'data-locked': [...presentation.locked].join(' '), 'data-lab': 'opening', 'data-scene': lab.slug }, notices, ...placed('above'),
    make('section', { class: 'see', 'aria-label': told('stage.see') }, section('view', controls.slots.view), section('history', history.element), section('plane', plane.element),
      make('div', { class: 'controls' }, ...['query', 'switches', 'others'].map(name => section('controls', controls.slots[name])),
        section('actions', controls.slots.actions), section('fields', fields.element), notice)),
    results.element, ...placed('below'), voice.element)

  heed(root)
  arrange(root, presentation)
  if (presentation.isEmbed) (controls.slots.scale ? controls.slots.others : controls.slots.switches).after(history.element)      // the plane is narrow: under it

  let parts = {}
  function show({ n, parts: changed, refused, said }, message = null, isHeard = false) {
    parts = { ...parts, ...changed }
    const isAnswered = n !== undefined || root.dataset.lab === 'ready'      // not what the page opened with
    if (changed.frame || changed.choice || changed.controls) results.frame(parts)
    controls.show(changed)
    plane.show(parts, changed)
    results.show(changed)
    walk.show(parts, changed)
    for (const extra of extras) extra.show(parts, changed, refused)
    for (const [name, chart] of Object.entries(charts)) {
      for (const reading of [changed[`chart:${name}`], changed[`mark:${name}`]]) if (reading) chart.show(reading)
    }
    if (changed.choice || 'linked' in changed) history.show(parts)
    showFields()
    speak(changed, message, tasks.show(parts.tasks))
    if (isAnswered && (changed.address !== undefined || changed.steps)) memory.keep(parts.address, parts.steps)
    if (changed.notices) notices.replaceChildren(...[...presentation.notices, ...changed.notices].map(notice => make('li', {}, notice)))
    if (message?.do !== 'point') notice.textContent = (isHeard ? null : refused) ?? said ?? ''
    locks.apply(root)
    if (n !== undefined) ready()
    if (isAnswered && changed.address !== undefined) tell('state', { address: parts.address, said: parts.spoken })
  }

  function ready() {
    if (root.dataset.lab === 'ready') return
    root.dataset.lab = 'ready'
    const place = memory.back()
    if (place) comeBack(place)
    tell('ready', { address: parts.address })
  }

  function comeBack({ scroll, vector }) {
    connection.welcome()
    scrollTo(0, scroll)
    if (vector) plane.focus(vector)
  }

  // To the page around it, and through that to whoever frames it.
  const tell = (what, detail) => dispatchEvent(new CustomEvent(`attention-arrows:${what}`, { detail: { scene: lab.slug, ...detail } }))

  // At rest: where the tip that was moved has come to, what follows from it, and which task that met.
  function speak(changed, message, news) {
    if (!changed.spoken && !changed.handles && !news) return
    const place = message?.vector && changed.handles?.[message.vector]
    const before = place ? [`${place}.`] : [...presentation.notices, ...parts.notices ?? []]
    voice.say([...before, parts.spoken, news].join(' ').trim())
  }

  function showFields() {
    const vector = plane.chosen()
    const place = parts[`place:${vector}`]
    if (place) fields.show(vector, [plane.symbol(vector)], place.split('|'))
  }

  // In a page of our own also while nothing has the focus; elsewhere only inside the lab, so that a host keeps its keys.
  function goBack(event) {
    const key = event.key.toLowerCase()
    const isField = event.composedPath()[0].closest?.('input[type=text], textarea')
    if (isField || !(event.ctrlKey || event.metaKey) || !['z', 'y'].includes(key)) return
    event.preventDefault()
    send({ do: event.shiftKey || key === 'y' ? 'redo' : 'undo' })
  }
  root.addEventListener('keydown', goBack)
  if (lab.addressed) document.addEventListener('keydown', event => { if (event.target === document.body) goBack(event) })

  if (lab.addressed) addEventListener('attention-arrows:say', event => voice.say(event.detail))

  el.append(connection.element, make('div', { class: presentation.isEmbed ? 'frame embedded' : 'frame' }, root))
  const resumed = memory.resume()
  const unsent = memory.unsent()
  show({ parts: JSON.parse(model.first) })
  plane.start()
  const see = root.querySelector('.see')
  new ResizeObserver(() => see.style.setProperty('--height', `${see.offsetHeight}px`)).observe(see)
  tell('shown')
  if (lab.charts.length) followTheme(host, () => Object.values(charts).forEach(chart => chart.paint()))
  send({ do: 'hello', ...resumed })
  unsent.forEach(({ n, ...message }) => send(message))
}

function openCharts(model, lab, host) {
  const drawings = lab.charts.length ? model.get_child('charts') : []
  return Object.fromEntries(lab.charts.map((chart, i) => [chart.name, openChart(chart, model.charts[i], drawings[i], host, lab.decimal)]))
}

// Beside what is locked there is no way back to the scene's own values: what is locked would go with them.
function openHistory(send, isOwnLeftOut) {
  const tool = (name, sign, act) => {
    const button = make('button', { type: 'button', class: 'tool', title: name === sign ? null : name }, name === sign ? sign : make('span', { 'aria-hidden': 'true' }, sign))
    button.addEventListener('click', act)
    return button
  }
  const undo = tool(told('stage.undo'), '↶', () => send({ do: 'undo' }))
  const redo = tool(told('stage.redo'), '↷', () => send({ do: 'redo' }))
  const reset = tool(told('stage.reset'), told('stage.reset'), () => send({ do: 'reset' }))
  const original = tool(told('stage.original'), told('stage.original'), () => send({ do: 'original' }))
  original.title = told('stage.original-title')
  const element = make('div', { class: 'tools', role: 'group', 'aria-label': told('stage.history') }, undo, redo, reset, original)
  function show({ choice, linked }) {
    allow(undo, choice.undo)
    allow(redo, choice.redo)
    keepFocus(element, () => [reset], () => { original.hidden = !linked || isOwnLeftOut })
    element.classList.toggle('linked', !original.hidden)
  }
  return { element, show }
}

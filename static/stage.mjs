// The lab itself: lays the parts out, sends what people do, shows what the server answers.

import { make } from './dom.mjs'
import { openChannel } from './channel.mjs'
import { openChart } from './chart.mjs'
import { followTheme } from './colours.mjs'
import { openControls } from './controls.mjs'
import { openFeatures } from './features.mjs'
import { openFields } from './fields.mjs'
import { openPlaneView } from './plane_view.mjs'
import { openResults } from './results.mjs'
import { openWalk } from './walk.mjs'

// What a scene may show beyond what every scene of vectors has: where it stands, and what opens it.
// Each gets `send` and the scene's charts by name, and returns `element` and `show(parts, changed, refused)`.
const EXTRAS = { features: ['among', openFeatures] }

export function render({ model, el }) {
  const lab = JSON.parse(model.lab)
  const host = el.getRootNode().host ?? el
  const channel = openChannel(model, answer => show(answer))
  const send = message => channel.send(message)
  const charts = openCharts(model, lab, host)
  const plane = openPlaneView({ figure: model.figure, element: model.get_child('figure'), limit: lab.limit, host, channel, onChoose: showFields })
  const extras = lab.parts.map(name => ({ place: EXTRAS[name][0], ...EXTRAS[name][1](send, charts) }))
  const placed = where => extras.filter(({ place }) => place === where).map(({ element }) => element)
  const walk = openWalk(send)
  const results = openResults(send, { among: placed('among'), walk })
  const fields = openFields(send)
  const controls = openControls(send)
  const history = openHistory(send)
  const spoken = make('div', { class: 'hidden-text', role: 'status', 'data-part': 'spoken' })
  const notice = make('p', { class: 'notice', role: 'alert', 'data-part': 'notice' })
  const root = make('div', { class: 'lab', 'data-lab': 'opening', 'data-scene': lab.slug }, ...placed('above'),
    make('section', { class: 'see', 'aria-label': 'Plane and controls' }, controls.slots.view, history.element, plane.element,
      make('div', { class: 'controls' }, controls.slots.query, controls.slots.switches, controls.slots.others, fields.element, notice)),
    results.element, ...placed('below'), spoken)

  let parts = {}
  function show({ n, parts: changed, refused, said }) {
    parts = { ...parts, ...changed }
    if (changed.frame || changed.choice || changed.controls) results.frame(parts)
    controls.show(changed)
    plane.show(parts, changed)
    results.show(changed)
    walk.show(parts, changed)
    for (const extra of extras) extra.show(parts, changed, refused)
    for (const [name, chart] of Object.entries(charts)) if (changed[`chart:${name}`]) chart.show(changed[`chart:${name}`])
    if (changed.choice) history.show(changed.choice)
    showFields()
    if (changed.spoken) spoken.textContent = changed.spoken
    tell(refused, said)
    if (n !== undefined) root.dataset.lab = 'ready'
  }

  // What was refused stands where it was typed; any other refusal, and what an action has to say, under the controls.
  function tell(refused, said) {
    const at = root.getRootNode().activeElement
    fields.refuse(refused && at?.closest('.fields') ? refused : null)
    notice.textContent = refused && at?.closest('.fields, .features') ? '' : refused ?? said ?? ''
  }

  function showFields() {
    const vector = plane.chosen()
    const place = parts[`place:${vector}`]
    if (place) fields.show(vector, [plane.symbol(vector)], place.split('|'))
  }

  root.addEventListener('keydown', event => {
    const isField = event.target.closest('input[type=text], textarea')
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    send({ do: event.shiftKey ? 'redo' : 'undo' })
  })

  el.append(root)
  show({ parts: JSON.parse(model.first) })
  plane.start()
  if (lab.charts.length) followTheme(() => Object.values(charts).forEach(chart => chart.paint()))
  send({ do: 'hello' })
}

function openCharts(model, lab, host) {
  const drawings = lab.charts.length ? model.get_child('charts') : []
  return Object.fromEntries(lab.charts.map((chart, i) => [chart.name, openChart(chart, model.charts[i], drawings[i], host)]))
}

function openHistory(send) {
  const tool = (name, sign, act) => {
    const button = make('button', { type: 'button', class: 'tool', 'aria-label': name, title: name === sign ? null : name }, sign)
    button.addEventListener('click', act)
    return button
  }
  const undo = tool('Undo', '↶', () => send({ do: 'undo' }))
  const redo = tool('Redo', '↷', () => send({ do: 'redo' }))
  const reset = tool('Reset', 'Reset', () => send({ do: 'reset' }))
  const element = make('div', { class: 'tools', role: 'group', 'aria-label': 'History' }, undo, redo, reset)
  return { element, show(choice) { undo.disabled = !choice.undo; redo.disabled = !choice.redo } }
}

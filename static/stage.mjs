// The lab itself: lays the parts out, sends what people do, shows what the server answers.

import { make } from './dom.mjs'
import { openChannel } from './channel.mjs'
import { openControl } from './controls.mjs'
import { openFeatures } from './features.mjs'
import { openFields } from './fields.mjs'
import { openPlaneView } from './plane_view.mjs'
import { openResults } from './results.mjs'
import { openWalk } from './walk.mjs'

export function render({ model, el }) {
  const lab = JSON.parse(model.lab)
  const host = el.getRootNode().host ?? el
  const controls = new Map()
  const channel = openChannel(model, answer => show(answer))
  const send = message => channel.send(message)
  const plane = openPlaneView({ figure: model.figure, element: model.get_child('figure'), limit: lab.limit, host, channel, onChoose: showFields })
  const walk = openWalk(send)
  const features = lab.parts.includes('features') ? openFeatures(send) : null
  const results = openResults(send, { features, walk })
  const actions = make('div', { class: 'actions' })
  const fields = openFields(send)
  const undo = tool('Undo', '↶', () => send({ do: 'undo' }))
  const redo = tool('Redo', '↷', () => send({ do: 'redo' }))
  const reset = tool('Reset', 'Reset', () => send({ do: 'reset' }))
  const spoken = make('div', { class: 'hidden-text', role: 'status', 'data-part': 'spoken' })
  const notice = make('p', { class: 'notice', role: 'alert', 'data-part': 'notice' })
  const slots = { view: make('div', { class: 'view-slot' }), query: make('div', { class: 'slot' }), switches: make('div', { class: 'slot switches' }), learns: make('div', { class: 'slot' }) }
  const root = make('div', { class: 'lab', 'data-lab': 'opening', 'data-scene': lab.slug },
    make('section', { class: 'see', 'aria-label': 'Plane and controls' },
      slots.view, make('div', { class: 'tools', role: 'group', 'aria-label': 'History' }, undo, redo, reset),
      plane.element,
      make('div', { class: 'controls' }, slots.query, slots.switches, slots.learns, actions, fields.element, notice)),
    results.element, spoken)

  let parts = {}
  function show({ n, parts: changed, refused, said }) {
    parts = { ...parts, ...changed }
    if (changed.frame || changed.choice || changed.controls) results.frame(parts)
    if (changed.controls) showControls(changed.controls)
    plane.show(parts, changed)
    results.show(changed)
    walk.show(parts, changed)
    if (features) { if (changed.frame || changed.features) features.frame(parts); features.show(changed, refused) }
    if (changed.actions) showActions(changed.actions)
    if (changed.choice) { undo.disabled = !parts.choice.undo; redo.disabled = !parts.choice.redo }
    if (changed.places || changed.frame) showFields()
    if (changed.spoken) spoken.textContent = changed.spoken
    tell(refused, said)
    if (n !== undefined) root.dataset.lab = 'ready'
  }

  // What was refused stands where it was typed; what an action has to say, and any other refusal, under the controls.
  function tell(refused, said) {
    const isTyped = refused && root.getRootNode().activeElement?.closest('.fields')
    fields.refuse(isTyped ? refused : null)
    const isInTable = refused && root.getRootNode().activeElement?.closest('.features')
    if (refused || said) notice.textContent = isTyped || isInTable ? '' : refused ?? said
    else notice.textContent = ''
  }

  function showActions(offered) {
    actions.replaceChildren(...offered.map(([name, label]) => tool(label, label, () => send({ do: 'act', name }))))
  }

  function showFields() {
    const vector = plane.chosen()
    const place = parts.places?.[vector]
    if (place) fields.show(vector, [plane.symbol(vector)], place.split('|'))
  }

  function showControls(described) {
    for (const [name, description] of Object.entries(described)) {
      if (!controls.has(name)) {
        const control = openControl(name, description, value => send({ do: 'set', name, value }))
        controls.set(name, control)
        ;(slots[name] ?? slots.switches).append(control.element)
      }
      controls.get(name).show(description)
    }
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
  send({ do: 'hello' })
}

function tool(name, sign, act) {
  const button = make('button', { type: 'button', class: 'tool', 'aria-label': name, title: name === sign ? null : name }, sign)
  button.addEventListener('click', act)
  return button
}

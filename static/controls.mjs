// Native inputs for the state's parameters: a switch for a yes or no, a choice for one of several, a slider for numbers.

import { make, fill } from './dom.mjs'

let groups = 0
let slides = 0

// All controls of a scene, each in its place on the page: which are there, the server says.
// A scene may add slots of its own, by the name of a control.
export function openControls(send, isAhead) {
  const slots = Object.fromEntries(['view', 'query', 'switches', 'others', 'actions'].map(name => [name, make('div', { class: `slot ${name}-slot` })]))
  const controls = new Map()
  slots.actions.classList.add('actions')

  function show({ controls: described = {}, actions: offered }) {
    for (const [name, description] of Object.entries(described)) {
      if (!controls.has(name)) add(name, description)
      controls.get(name).show(description, isAhead(name))
    }
    if (offered) slots.actions.replaceChildren(...offered.map(([name, label]) => action(name, label)))
  }

  function add(name, description) {
    const control = openControl(name, description, (value, gesture) => send({ do: 'set', name, value, gesture }))
    controls.set(name, control)
    const slot = slots[name] ?? (description.kind === 'switch' ? slots.switches : slots.others)
    slot.append(control.element)
  }

  function action(name, label) {
    const button = make('button', { type: 'button', class: 'tool', 'data-action': name }, label)
    button.addEventListener('click', () => send({ do: 'act', name }))
    return button
  }

  return { slots, show }
}

// Returns the control's element and `show(description)`; `send(value)` is called when a person changes it.
function openControl(name, description, send) {
  return KINDS[description.kind](name, description, send)
}

function openSwitch(name, _, send) {
  const input = make('input', { type: 'checkbox', role: 'switch', 'data-control': name })
  const text = make('span')
  const show = ({ label, value }) => { fill(text, label); input.checked = value }
  input.addEventListener('change', () => send(input.checked))
  return { element: make('label', { class: 'switch' }, input, text), show }
}

function openChoice(name, { label }, send) {
  const group = `choice-${name}-${++groups}`
  const legend = make('legend', {})
  fill(legend, label)
  const options = make('div', { class: 'options' })
  const element = make('fieldset', { class: `choice ${name}`, 'data-control': name }, legend, options)
  let shown = ''
  function build(list) {
    options.replaceChildren(...list.map(([value, text]) => {
      const input = make('input', { type: 'radio', name: group, value })
      input.addEventListener('change', () => send(value))
      return make('label', {}, input, make('bdi', {}, text))
    }))
  }
  function show({ options: list, value }) {
    const key = JSON.stringify(list)
    if (key !== shown) { build(list); shown = key }
    for (const input of options.querySelectorAll('input')) input.checked = input.value === String(value)
  }
  return { element, show }
}

// A slider with a stop for each value. All values of one slide are one step of the history.
function openSlider(name, { label }, send) {
  const text = make('span', { 'aria-hidden': 'true' })
  fill(text, label)
  const input = make('input', { type: 'range', min: 0, step: 1, 'data-control': name, 'aria-label': text.textContent })
  const shown = make('output', { 'aria-hidden': 'true' })
  const element = make('label', { class: `slider ${name}` }, text, input, shown)
  let stops = []
  let gesture = null

  function tell() {
    const stop = stops[input.value][1]
    shown.textContent = stop
    input.setAttribute('aria-valuetext', stop)
  }
  let before = null      // the value that it had when it was taken hold of
  function slide() {
    gesture ??= `slide-${Date.now()}-${++slides}`
    tell()
    send(stops[input.value][0], gesture)
  }
  // While it is held nothing is at rest. A finger that scrolls the page, as the browser says then, has moved nothing.
  function release(isCancelled) {
    const moved = before !== null && input.value !== before
    if (moved && isCancelled) input.value = before
    element.classList.remove('dragged')
    if (moved) slide()
    before = gesture = null
  }
  input.addEventListener('input', slide)
  input.addEventListener('change', () => { if (before === null) gesture = null })
  input.addEventListener('pointerdown', () => {
    before = input.value
    element.classList.add('dragged')
    const over = new AbortController()      // wherever it is let go: not every browser tells that to what was held
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, () => { over.abort(); release(end === 'pointercancel') }, { signal: over.signal })
    }
  })
  function show({ options, value }, isAhead) {
    stops = options
    input.max = options.length - 1
    input.style.setProperty('--stops', options.length - 1)
    if (!isAhead) input.value = options.findIndex(([option]) => option === value)
    tell()
  }
  return { element, show }
}

const KINDS = { switch: openSwitch, choice: openChoice, steps: openSlider }

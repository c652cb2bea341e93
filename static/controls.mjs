// Native inputs for the state's parameters: a switch for a yes or no, a choice for one of several.

import { make, fill } from './dom.mjs'

let groups = 0

// Returns the control's element and `show(description)`; `send(value)` is called when a person changes it.
export function openControl(name, description, send) {
  return (description.kind === 'switch' ? openSwitch : openChoice)(name, description, send)
}

function openSwitch(name, { label }, send) {
  const input = make('input', { type: 'checkbox', role: 'switch', 'data-control': name })
  const text = make('span')
  fill(text, label)
  input.addEventListener('change', () => send(input.checked))
  return { element: make('label', { class: 'switch' }, input, text), show: ({ value }) => { input.checked = value } }
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

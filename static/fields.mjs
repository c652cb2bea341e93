// Two number fields for the chosen vector: what dragging does, typed. Bad typing is named beside them.

import { make, fill } from './dom.mjs'

export function openFields(send) {
  const legend = make('legend')
  const refusal = make('p', { class: 'refusal', role: 'alert', 'data-part': 'refusal' })
  const inputs = ['x', 'y'].map(axis => make('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': axis, 'data-axis': axis }))
  const element = make('fieldset', { class: 'fields' }, legend,
    ...inputs.map(input => make('label', {}, make('i', { 'aria-hidden': 'true' }, input.dataset.axis), input)), refusal)
  const typing = new Set()      // fields with a text that is not sent yet: nothing may overwrite it
  let vector = null
  let shown = ['', '']

  inputs.forEach((input, axis) => {
    const restore = () => { typing.delete(input); input.value = shown[axis] }
    const commit = () => {
      if (!typing.delete(input) || input.value === shown[axis]) return
      send({ do: 'type', vector, axis, text: input.value }, refuse)
      input.value = shown[axis]      // a number that is refused leaves the one before it standing
    }
    input.addEventListener('input', () => typing.add(input))
    input.addEventListener('change', commit)
    input.addEventListener('focus', () => input.select())
    input.addEventListener('keydown', event => {
      if (event.key === 'Enter') { event.preventDefault(); commit() }
      if (event.key === 'Escape') { restore(); refuse(null) }
    })
  })

  function show(of, rich, place) {
    if (of !== vector) { vector = of; typing.clear(); refuse(null) }
    fill(legend, rich)
    shown = place
    inputs.forEach((input, axis) => { if (!typing.has(input) && input.value !== shown[axis]) input.value = shown[axis] })
  }

  function refuse(reason) {
    refusal.textContent = reason ?? ''
    for (const input of inputs) input.setAttribute('aria-invalid', reason ? 'true' : 'false')
  }

  return { element, show, refuse }
}

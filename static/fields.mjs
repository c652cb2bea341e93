// Two number fields for the chosen vector: what dragging does, typed. Bad typing is named beside them.

import { make, fill, NUMBERS } from './dom.mjs'
import { typed } from './typed.mjs'

export function openFields(send) {
  const legend = make('legend')
  const refusal = make('p', { class: 'refusal', role: 'alert', 'data-part': 'refusal', id: 'field-refusal' })
  const inputs = ['x', 'y'].map(axis => make('input', { type: 'text', class: 'number', inputmode: NUMBERS, autocomplete: 'off', 'aria-label': axis, 'data-axis': axis }))
  const element = make('fieldset', { class: 'fields' }, legend,
    ...inputs.map(input => make('label', {}, make('i', { 'aria-hidden': 'true' }, input.dataset.axis), input)), refusal)
  const fields = inputs.map((input, axis) => typed(input, text => send({ do: 'type', vector, axis, text }, reason => refuse(reason, input))))
  for (const input of inputs) input.setAttribute('aria-describedby', refusal.id)
  let vector = null
  let standing = ''

  element.addEventListener('keydown', event => { if (event.key === 'Escape') refuse(null) })

  function show(of, rich, place) {
    if (of !== vector) {
      vector = of
      fields.forEach(field => field.restore())
      refuse(null)
    }
    if (standing !== place.join()) refuse(null)      // moved since: what was refused is past
    standing = place.join()
    fill(legend, rich)
    fields.forEach((field, axis) => field.show(place[axis]))
  }

  function refuse(reason, which = null) {
    refusal.textContent = reason ?? ''
    for (const input of inputs) input.setAttribute('aria-invalid', reason && input === which ? 'true' : 'false')
  }

  return { element, show, refuse }
}

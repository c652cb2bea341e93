// A table's cell that can be typed into, or nudged with the arrow keys by 0.1 (with Shift 0.01).

import { make, NUMBERS } from './dom.mjs'
import { typed } from './typed.mjs'

const WAYS = { ArrowUp: 1, ArrowDown: -1 }
let nudges = 0

export function editor(cell, send) {
  const input = make('input', { type: 'text', class: 'number', inputmode: NUMBERS, autocomplete: 'off' })
  const field = typed(input, text => send({ do: 'type', cell, text }))
  let gesture = null

  input.showText = field.show
  input.addEventListener('blur', () => { gesture = null })
  input.addEventListener('keyup', () => { gesture = null })
  input.addEventListener('keydown', event => {
    if (!(event.key in WAYS) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.commit()
    gesture ??= `nudge-${Date.now()}-${++nudges}`
    send({ do: 'nudge', cell, by: WAYS[event.key] * (event.shiftKey ? 0.01 : 0.1), gesture })
  })
  return input
}

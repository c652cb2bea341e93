// A table's cell that can be typed into, or nudged with the arrow keys by 0.1 (with Shift 0.01).

import { make } from './dom.mjs'

const WAYS = { ArrowUp: 1, ArrowDown: -1 }
let nudges = 0

export function editor(cell, send) {
  const input = make('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off' })
  let isTyping = false
  let shown = ''
  let gesture = null

  input.showText = text => {
    shown = text
    if (!isTyping) input.value = text
  }
  const commit = () => {
    if (!isTyping) return
    isTyping = false
    if (input.value !== shown) send({ do: 'type', cell, text: input.value })
    input.value = shown                 // a number that is refused leaves the one before it standing
  }
  input.addEventListener('input', () => { isTyping = true })
  input.addEventListener('change', commit)
  input.addEventListener('focus', () => input.select())
  input.addEventListener('blur', () => { gesture = null })
  input.addEventListener('keyup', () => { gesture = null })
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); commit() }
    if (event.key === 'Escape') { isTyping = false; input.value = shown }
    if (!(event.key in WAYS) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    commit()
    gesture ??= `nudge-${Date.now()}-${++nudges}`
    send({ do: 'nudge', cell, by: WAYS[event.key] * (event.shiftKey ? 0.01 : 0.1), gesture })
  })
  return input
}

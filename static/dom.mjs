// Small helpers for building elements. Text is always set as text, never as markup.

import { told } from './words.mjs'

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.filter(child => child != null))
  return element
}

// The keyboard that a phone shows for a number: an iPhone's pad for decimals has no minus sign.
export const NUMBERS = /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'text' : 'decimal'

// Under which word of an address's show and hide an element goes.
export function section(name, element) {
  element.dataset.section = name
  return element
}

// A token as it is shown: what nobody could see, such as a space or a lone accent, gets a sign.
export const visible = token => /[^\p{C}\p{Z}\p{M}]/u.test(token) ? token : told('blank')

// A token may be right-to-left or hold anything: <bdi> keeps it from reordering what stands around it.
const token = text => make('bdi', { class: 'token', title: text.length > 16 ? text : null }, text)

const SYMBOLS = { q: 'query', k: 'key', v: 'value', o: 'output' }

function segment(part) {
  if (typeof part === 'string') return document.createTextNode(part)
  const [kind, text] = part
  if (kind in SYMBOLS) {
    const letter = kind === 'o' ? told('plane.output') : kind
    return make('span', { class: `symbol ${SYMBOLS[kind]}` }, make('i', {}, letter), make('sub', {}, token(text)))
  }
  if (kind === 'sub' || kind === 'sup') return make(kind, {}, text)
  if (kind === 'strong') return make('b', {}, text)
  if (kind === 'em') return make('i', {}, text)
  if (kind === 'on' || kind === 'off') return make('span', { class: kind }, text)
  return make('span', { class: `name ${kind}` }, token(text))
}

// Rich text from the server: a list of texts and [kind, text] pairs. While a tip is dragged only
// a few of them change, many times a second: what is the same stays, a number is changed in place.
const shown = new WeakMap()

export function fill(element, rich) {
  const before = shown.get(element)
  shown.set(element, rich)
  if (before?.length !== rich.length || element.childNodes.length !== rich.length) {
    element.replaceChildren(...rich.map(segment))
    return
  }
  rich.forEach((part, i) => {
    if (String(part) === String(before[i])) return
    const node = element.childNodes[i]
    const isLong = typeof part !== 'string' && (part[1].length > 16 || before[i][1]?.length > 16)      // then the tooltip changes too
    const isSame = typeof part === 'string' ? typeof before[i] === 'string' : part[0] === before[i][0] && !isLong
    if (isSame) setText(node, typeof part === 'string' ? part : part[1])
    else node.replaceWith(segment(part))
  })
}

// A paragraph of rich text.
export function filled(attributes, rich) {
  const element = make('p', attributes)
  fill(element, rich)
  return element
}

// A button that cannot act now says so, can still be reached, and keeps the focus: `disabled` would drop that to the
// page, and handed to a neighbour it would have the next press do something else.
export function allow(button, isAllowed) {
  if (isAllowed) button.removeAttribute('aria-disabled')
  else button.setAttribute('aria-disabled', 'true')
}

// Then a press inside an area does nothing.
export function heed(area) {
  area.addEventListener('click', event => {
    if (!event.target.closest('[aria-disabled=true]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }, true)
}

// A button that is gone or disabled would drop the focus to the page: it goes to the first of `others()` that can take it.
export function keepFocus(area, others, change) {
  const held = area.getRootNode().activeElement
  const isInside = area.contains(held)
  change()
  if (isInside && (!held.isConnected || held.disabled || held.hidden)) others(held).find(each => each?.isConnected && !each.disabled && !each.hidden)?.focus()
}

// Changes the text at the end of a node in place: cheaper to lay out than a new text node.
export function setText(node, text) {
  let end = node
  while (end.lastChild) end = end.lastChild
  if (end.nodeType === Node.TEXT_NODE) end.data = text
  else end.append(text)
}

// Text of a float as Python prints it, so that what is read from the page is exactly what was computed.
export function repr(value) {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

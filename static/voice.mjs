// The one polite live region of a page: it says a result when everything is at rest, never on the way there.

import { make } from './dom.mjs'
import { told } from './words.mjs'

export function openVoice() {
  const element = make('div', { class: 'hidden-text', role: 'status', 'data-part': 'spoken' })
  const say = text => { element.textContent = text }
  return { element, say }
}

// Rich text as it is read aloud: a symbol with its index is "q of cat".
export const aloud = rich => rich.map(part => {
  if (typeof part === 'string') return part
  const [kind, text] = part
  if (kind === 'sup') return told('stage.to-the-power', { power: text })
  return kind.length === 1 ? told('plane.vector', { role: kind, name: text }) : text
}).join('')

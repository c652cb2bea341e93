// How a page is shown, by words of its address: embed=1, show= and hide= for parts, lock= for what nobody may change.
// PRESENTATION, the words that there are, stands before all modules.

import { told } from './words.mjs'

const MOST = 5           // unknown words that are named; a sentence is read, a list is not
const LONGEST = 40

export function openPresentation({ slug, addressed }) {
  const asked = new URLSearchParams(addressed ? location.search : '')
  const own = kind => PRESENTATION[kind][slug] ?? PRESENTATION[kind]['']
  const notices = []

  // What a word lists, as a set of what there is; the rest is named in a notice.
  function list(word, known) {
    const wanted = (asked.get(word) ?? '').split(',').map(name => name.trim()).filter(Boolean)
    const unknown = wanted.filter(name => !known.includes(name))
    if (unknown.length) notices.push(told('unknown-word', { word, unknown: named(unknown), expected: known.join(', ') }))
    return new Set(wanted.filter(name => known.includes(name)))
  }

  const all = own('parts')
  const isEmbed = list('embed', ['1']).has('1')
  list('theme', PRESENTATION.themes)
  const show = list('show', [...all, 'all'])
  const hide = list('hide', [...all, 'all'])
  const lock = list('lock', [...own('locks'), 'all'])
  const usual = hide.has('all') ? [] : isEmbed ? own('embedded') : all
  const shown = new Set(show.has('all') ? all : [...usual, ...show])
  hide.forEach(part => shown.delete(part))
  if (!shown.has('plane')) shown.delete('view')      // which chooses what the plane shows
  return { isEmbed, shown, notices, locked: new Set(lock.has('all') ? own('locks') : lock) }
}

function named(words) {
  const brief = words.slice(0, MOST).map(word => told('quoted', { text: word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word }))
  return [...brief, ...(words.length > MOST ? ['…'] : [])].join(', ')
}

// Leave out of the lab what is not shown; a side of which nothing is left makes room for the other.
export function arrange(root, { isEmbed, shown }) {
  for (const part of root.querySelectorAll('[data-section]')) leaveOut(part, !shown.has(part.dataset.section))
  const sides = [...root.querySelectorAll(':scope > :is(.see, .read)')]
  for (const side of sides) leaveOut(side, [...side.querySelectorAll('[data-section]')].every(part => part.matches('[data-left-out]')))
  root.querySelector('.see').classList.toggle('planeless', !shown.has('plane'))
  root.classList.toggle('one-sided', sides.some(side => side.matches('[data-left-out]')))
  root.classList.toggle('compact', isEmbed)
}

function leaveOut(element, isLeftOut) {
  element.toggleAttribute('data-left-out', isLeftOut)
}

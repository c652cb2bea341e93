// The list of tasks beside a lesson: the page's own text, on which what was once met in this tab is ticked.

import { make } from './dom.mjs'
import { openTicks } from './memory.mjs'
import { told } from './words.mjs'

// A page without the list, such as a notebook, has nothing to tick. `isBusy` tells whether a tip is held or newer
// moves are still on their way: what is only passed through is not met. `say` is for who hears the page.
export function openTasks(slug, { isBusy, say }) {
  const section = document.querySelector(`[data-tasks="${slug}"]`)
  if (!section) return { show: () => '' }
  const items = [...section.querySelectorAll('[data-task]')]
  const title = section.querySelector('h2')
  const over = section.querySelector('[data-over]')
  const ticks = openTicks()
  let before = null

  // `met` tells of each task whether the state meets it now; the sentence about those that it did not meet
  // before, or ''. What a page opens with was met by nobody.
  function show(met) {
    if (!met || met === before || (before && isBusy())) return ''
    const fresh = before ? items.filter(item => met[item.dataset.task] && !before[item.dataset.task] && !isMet(item)) : []
    before = met
    if (!fresh.length) return ''
    mark(fresh)
    ticks.keep(items.filter(isMet).map(item => item.dataset.task))
    if (!fresh.some(isInSight)) slip(fresh.map(item => told('tasks.slip', { number: items.indexOf(item) + 1 })))
    for (const { dataset: { task } } of fresh) {
      dispatchEvent(new CustomEvent('attention-arrows:task', { detail: { scene: slug, task, met: true } }))
    }
    return fresh.map(item => told('tasks.met', { prompt: heard(item, '.prompt'), why: heard(item, '.why') })).join(' ')
  }

  function mark(some) {
    for (const item of some.filter(item => !isMet(item))) {
      item.dataset.met = ''
      item.prepend(make('span', { class: 'tick', role: 'img', 'aria-label': told('tasks.tick') }))
      item.querySelector('.why').hidden = false
    }
    over.hidden = !items.some(isMet)
  }

  // For who works where the list is out of sight: what was ticked, for a while, at the window's lower edge.
  function slip(lines) {
    section.querySelector('.slip')?.remove()
    const note = make('p', { class: 'slip', 'aria-hidden': 'true' }, lines.join(' · '))      // it is heard already
    section.append(note)
    setTimeout(() => note.remove(), SLIP)
    addEventListener('pointerdown', () => note.remove(), { once: true })      // it lies over what is wanted next
  }

  over.addEventListener('click', () => {
    for (const item of items.filter(isMet)) {
      delete item.dataset.met
      item.querySelector('.tick').remove()
      item.querySelector('.why').hidden = true
    }
    ticks.keep([])
    title.tabIndex = -1
    title.focus()      // the button goes away
    over.hidden = true
    say(told('tasks.is-over'))
  })

  mark(items.filter(item => ticks.kept.includes(item.dataset.task)))
  return { show }
}

const SLIP = 6000     // ms

function isInSight(item) {
  const { top, bottom } = item.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}

const isMet = item => 'met' in item.dataset

// An index is read after its letter: "k cat", not "kcat".
const heard = (item, part) => [...item.querySelector(part).childNodes].map(node => node.nodeName === 'SUB' ? ` ${node.textContent}` : node.textContent).join('').trim()

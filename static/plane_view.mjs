// The plane on the page: Bokeh's figure below, names and handles above it, all in per cent of one square.

import { apart } from './apart.mjs'
import { make, fill } from './dom.mjs'
import { enlargeTexts, followTheme, paintColours } from './colours.mjs'
import { drawn, left, top } from './geometry.mjs'
import { openHandles } from './handles.mjs'
import { openLabels } from './labels.mjs'
import { openPlane } from './plane.mjs'
import { followTaps } from './pointer.mjs'
import { say, told } from './words.mjs'

export function openPlaneView({ figure, element: drawing, limit, host, channel, isHeld: isLocked, speak, onChoose }) {
  const layer = make('div', { class: 'layer' })
  const square = make('div', { class: 'plane', 'data-plane': true, 'data-limit': limit }, make('div', { class: 'drawing', inert: true }, drawing), layer)
  const caption = make('figcaption', {})
  const inWords = make('p', { class: 'hidden-text', 'data-part': 'plane' })
  const hint = make('p', { class: 'hint' })
  const element = make('figure', { class: 'plane-figure', 'aria-label': told('plane.figure') }, square, hint, caption, inWords)
  const plane = openPlane(figure, limit)
  const labels = openLabels(layer, limit)
  let names = []
  let short = []      // the same, for the labels
  let parts = {}
  let pointed = null
  let size = 0        // of the square in px; measured when it changes, since measuring makes the browser lay out

  const ahead = new Map()      // where the page has moved a tip to, until the server has answered

  const on = {
    move(vector, x, y, gesture, rest) {
      ahead.set(vector, [x, y])
      handles.move(vector, x, y)
      plane.place(vector, x, y)
      plane.redraw()
      placeLabels()
      channel.send({ do: 'move', vector, x, y, gesture, ...(rest ? { rest } : {}) })
    },
    home: vector => channel.send({ do: 'home', vector }),
    choose: vector => { if (vector) onChoose(); placeLabels() },
    point(vector) {
      if (vector?.[0] !== 'k' && vector?.[0] !== 'v') return
      const key = Number(vector.slice(2))
      if (key !== pointed) channel.send({ do: 'point', key: pointed = key })
    },
    arm(vector) {
      hint.textContent = vector === null ? '' : told('plane.tap', { vector: spokenName(vector) })
      if (vector !== null) speak(hint.textContent)
    },
  }
  const handles = openHandles(layer, limit, on, isLocked)
  followTaps(handles, square)

  const spokenName = vector => told('plane.vector', { role: vector[0], name: names[Number(vector.slice(2))] })
  // The output follows from the rest, and a query that only moved along is shown, not held.
  const isHeld = vector => vector[0] !== 'o' && (vector[0] !== 'q' || vector === `q-${parts.choice.query}`)
  const symbol = vector => [vector[0], names[Number(vector.slice(2))] ?? '']

  function show(all, changed) {
    parts = all
    if (all.frame.names !== names) short = apart(names = all.frame.names)
    pointed = all.choice.key
    const answered = [...ahead.keys()].filter(vector => !channel.isAhead(vector))
    for (const vector of answered) ahead.delete(vector)
    plane.show(changed, all, new Set(answered.map(vector => vector[0])))
    for (const [vector, [x, y]] of ahead) plane.place(vector, x, y)
    plane.redraw()
    const tips = plane.tips()
    handles.show(new Map([...tips].filter(([vector]) => isHeld(vector)).sort(inTabOrder)))
    mark(tips)
    labels.name(new Map([...tips.keys()].map(vector => [vector, labelOf(vector, tips.get(vector))])))
    placeLabels()
    if (changed.handles) describe(changed.handles)
    fill(caption, all.caption ?? say(`plane.${all.choice.view}`))
    if (!handles.chosen()) handles.choose(all.choice.view === 'keys' ? `q-${all.choice.query}` : `v-${all.choice.key}`)
  }

  function describe(described) {
    handles.describe(described)
    inWords.textContent = `${Object.values(described).join('. ')}.`
  }

  function labelOf(vector, tip) {
    const named = [vector[0], short[Number(vector.slice(2))] ?? '']
    if (!plane.isBeyond(tip)) return [named]
    const [x, y] = parts[`place:${vector}`].replaceAll('-', '−').split('|')
    return [named, told('plane.place', { x, y })]
  }

  function mark(tips) {
    for (const [vector, handle] of handles.handles) {
      handle.classList.toggle('beyond', plane.isBeyond(tips.get(vector)))
      handle.classList.toggle('masked', plane.hidden(vector))
      handle.classList.toggle('pointed', vector === `k-${parts.choice.key}` || vector === `v-${parts.choice.key}`)
    }
  }

  function placeLabels() {
    if (!size) return
    const chosen = handles.chosen()
    const px = [...plane.tips()].map(([vector, tip]) => {
      const [x, y] = drawn(tip, limit)
      return [vector, left(x, limit) / 100 * size, top(y, limit) / 100 * size]
    })
    labels.place(px.sort(([a], [b]) => (b === chosen) - (a === chosen)), size)
  }

  // Colours follow the theme, label places follow the plane's size.
  function start() {
    enlargeTexts(figure)
    followTheme(host, () => paintColours(figure, host))
    new ResizeObserver(() => { size = square.clientWidth; element.style.setProperty('--drawn', `${size}px`); labels.forget(); placeLabels() }).observe(square)
    document.fonts?.ready.then(() => { labels.forget(); placeLabels() })
  }

  const focus = vector => handles.handles.get(vector)?.focus({ preventScroll: true })
  return { element, show, start, symbol, focus, chosen: handles.chosen }
}

// The query first, then the rest row by row.
function inTabOrder([a], [b]) {
  return (b[0] === 'q') - (a[0] === 'q') || Number(a.slice(2)) - Number(b.slice(2))
}

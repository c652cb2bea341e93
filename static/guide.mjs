// The page that builds a snippet by clicking. The preview is a real embed: what is dragged in it comes back as its state,
// and the code is asked of the server, which writes it as the command line does.

import { make } from './dom.mjs'
import { told } from './words.mjs'

const NAME = 'attention-arrows'
const CHOICES = JSON.parse(document.querySelector('[data-choices]').textContent)
const PAUSE = 150        // ms without a click after which the preview follows
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

const page = document.querySelector('[data-guide]')
const find = name => page.querySelector(`[data-${name}]`)
const form = find('settings')
const preview = find('preview')
const shell = find('shell')
const { scene, theme, lang, title, site, height } = form.elements

let state = ''           // the words of the scene's state, as the preview last told them
let needed = 0           // px that its content takes
let asked = null         // the request that is under way
let turn = 0             // the timer of the next one
let next = null          // what is to be done before it

// --- settings --------------------------------------------------------------------------------------

function boxes(name, list, isChecked) {
  const legend = find(name).querySelector('legend')
  find(name).replaceChildren(legend, ...list.map(([value, text]) => {
    const box = make('input', { type: 'checkbox', value, checked: isChecked(value) })
    return make('label', { class: 'box' }, box, make('span', {}, text))
  }))
}

const checked = name => [...find(name).querySelectorAll('input:checked')].map(box => box.value)

// The scene's own title, in the language that the frame will speak, where the page knows it.
const heading = () => CHOICES[scene.value].headings[lang.value]

function openLanguage() {
  if (Object.values(CHOICES[scene.value].headings).includes(title.value)) title.value = heading()      // nobody wrote another
  load()
}

function openScene() {
  const { parts, embedded, locks, height: px } = CHOICES[scene.value]
  boxes('parts', parts, part => embedded.includes(part))
  boxes('locks', locks, () => false)
  title.value = heading()
  height.value = px
  state = ''
  load()
}

// Only what differs from an embed's own parts is said, so that a short address stays short.
function look() {
  const { parts, embedded, locks } = CHOICES[scene.value]
  const shown = checked('parts')
  const locked = checked('locks')
  const words = {
    theme: theme.value === 'auto' ? '' : theme.value,
    lang: lang.value,
    show: shown.filter(part => !embedded.includes(part)).join(),
    hide: embedded.filter(part => !shown.includes(part)).join(),
    lock: locked.length === locks.length ? 'all' : locked.join(),
  }
  find('count=parts').textContent = told('of', { count: shown.length, all: parts.length })
  find('count=locks').textContent = locked.length ? told('of', { count: locked.length, all: locks.length }) : told('nothing')
  return Object.entries(words).filter(([, text]) => text).map(pair => pair.map(encodeURIComponent).join('=')).join('&')
}

// --- preview -----------------------------------------------------------------------------------------

function load() {
  ask(() => preview.contentWindow.location.replace(new URL([`${scene.value}?embed=1`, state, look()].filter(Boolean).join('&'), document.baseURI)))      // no step of the browser's Back
}

function lay() {
  const width = Number(page.querySelector('[name=width]:checked').value)
  const px = isHeight(height.value) ? Number(height.value) : preview.clientHeight || CHOICES[scene.value].height
  const scale = Math.min(1, shell.clientWidth / width)
  Object.assign(preview.style, { width: `${width}px`, height: `${px}px`, transform: scale < 1 ? `scale(${scale})` : '' })
  shell.style.height = `${px * scale}px`
  tellHeight(px)
}

const { least, most } = height.dataset
const isHeight = text => /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
const fitting = () => Math.max(needed, least)

function tellHeight(px) {
  find('fit').hidden = !needed || fitting() === px
  find('fit').textContent = told('fit', { height: fitting() })
  const said = needed > px ? told('needs-more', { height: needed }) : told('needs', { height: needed })
  find('needs').textContent = needed ? said : ''
}

// A frame that is to look as its reader's pages do looks as this page does.
function dress() {
  const own = document.documentElement.dataset.theme ?? 'auto'
  const word = { source: NAME, type: 'host', theme: theme.value === 'auto' ? own : theme.value, fits: false }
  preview.contentWindow?.postMessage(word, location.origin)
}
new MutationObserver(dress).observe(document.documentElement, { attributeFilter: ['data-theme'] })

addEventListener('message', ({ source, origin, data }) => {
  if (source !== preview.contentWindow || origin !== location.origin || data?.source !== NAME) return
  if (data.type === 'height' && Number.isFinite(data.height)) {
    needed = data.height
    lay()
  }
  if (data.type === 'ready') dress()
  if ((data.type === 'ready' || data.type === 'state') && typeof data.address === 'string' && data.address !== state) {
    state = data.address
    ask()
  }
})

// --- code ----------------------------------------------------------------------------------------------

// What is shown may be copied again when the code of what is set now has come. Quick clicks are waited for.
function ask(first = null) {
  asked?.abort()
  clearTimeout(turn)
  page.querySelectorAll('[data-copy]').forEach(button => { button.disabled = true })
  next = first ?? next
  turn = setTimeout(() => {
    next?.()
    next = null
    fetchCode()
  }, PAUSE)
}

async function fetchCode() {
  asked = new AbortController()
  const settings = { scene: scene.value, site: site.value.trim(), in: document.documentElement.lang, title: title.value, height: height.value.trim() }
  const query = [new URLSearchParams(settings), state, look()].filter(String).join('&')
  try {
    const answer = await fetch(`embed-guide/snippets?${query}`, { signal: asked.signal })
    show(await answer.json())
  } catch (error) {
    if (error.name !== 'AbortError') show({ refused: told('no-answer') })
  }
}

function show({ refused = '', word = '', ...forms }) {
  const wrong = { title, height }[word] ?? (refused && !word ? site : null)
  for (const field of [title, height, site]) mark(field, field === wrong)
  const name = wrong && wrong !== site ? wrong.closest('label').textContent.replace(/\s*px\s*$/, '').trim() : word
  find('refused').textContent = name ? `${name}: ${refused}` : refused
  find('refused').hidden = !refused
  page.querySelectorAll('[data-form]').forEach(card => {
    const text = forms[card.dataset.form]
    card.classList.toggle('stale', text === undefined)
    card.querySelector('[data-copy]').disabled = text === undefined
    if (text === undefined) return
    card.querySelector('textarea').value = text
    card.querySelector('.copied').textContent = ''
  })
}

function mark(field, isWrong) {
  for (const [name, value] of [['aria-invalid', 'true'], ['aria-describedby', 'refused']]) {
    if (isWrong) field.setAttribute(name, value)
    else field.removeAttribute(name)
  }
}

async function copy(card) {
  const field = card.querySelector('textarea')
  const said = card.querySelector('.copied')
  try {
    await navigator.clipboard.writeText(field.value)
    said.textContent = told('copied')
  } catch {
    field.focus()
    field.select()
    said.textContent = told('selected')
  }
}

// --- what people do ------------------------------------------------------------------------------------

scene.addEventListener('change', openScene)
find('again').addEventListener('click', openScene)
theme.addEventListener('change', () => { dress(); ask() })
for (const choice of [find('parts'), find('locks')]) choice.addEventListener('change', load)
lang.addEventListener('change', openLanguage)
for (const field of [title, site, height]) field.addEventListener('input', () => { lay(); tellOwn(); ask() })
for (const radio of page.querySelectorAll('[name=width]')) radio.addEventListener('change', lay)
find('fit').addEventListener('click', () => { height.value = fitting(); lay(); ask() })
form.addEventListener('submit', event => event.preventDefault())
page.addEventListener('click', ({ target }) => { if (target.matches('[data-copy]')) copy(target.closest('[data-form]')) })
new ResizeObserver(lay).observe(shell)

function tellOwn() {
  find('own').hidden = !OWN_MACHINE.some(name => site.value.includes(`//${name}`))
}

const wanted = new URLSearchParams(location.search).get('scene')
if (wanted in CHOICES) scene.value = wanted
site.value = new URL('.', document.baseURI).href.replace(/\/$/, '')
page.hidden = false
find('open=parts').open = matchMedia('(min-width: 62rem)').matches
if (shell.clientWidth < 560) page.querySelector('[name=width]').checked = true
tellOwn()
openScene()

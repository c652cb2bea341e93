// The page around the lab: theme, link, keyboard help, and a word when the lab does not start.
(() => {
  const told = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name])     // WORDS stands before this file
  const root = document.documentElement
  const find = name => document.querySelector(`[data-${name}]`)

  // --- theme: applied before anything is painted -----------------------------------------------
  const THEMES = ['auto', 'light', 'dark']
  const KEY = 'attention-arrows-theme'
  const memory = {
    get() { try { return localStorage.getItem(KEY) } catch { return null } },
    set(value) { try { localStorage.setItem(KEY, value) } catch { /* blocked: for this page only */ } },
  }
  const asked = new URLSearchParams(location.search).get('theme')
  let theme = [asked, memory.get()].find(name => THEMES.includes(name)) ?? 'auto'

  function applyTheme() {
    if (theme === 'auto') delete root.dataset.theme
    else root.dataset.theme = theme
    const button = find('theme-button')
    if (!button) return
    const name = told(`themes.${theme}`)
    button.querySelector('b').textContent = `: ${name}`
    button.setAttribute('aria-label', told('theme', { name }))
  }

  function nextTheme() {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]
    memory.set(theme)
    applyTheme()
  }

  // --- link: the address holds the whole state ---------------------------------------------------
  async function copyLink() {
    const place = find('copied')
    try {
      await navigator.clipboard.writeText(location.href)
      place.textContent = told('copied')
      setTimeout(() => { place.textContent = '' }, 5000)
    } catch {
      const field = Object.assign(document.createElement('input'), { value: location.href, readOnly: true })
      field.setAttribute('aria-label', told('link-field'))
      place.replaceChildren(told('copy-this'), field)
      field.select()
    }
  }

  // --- language: the same state in another one ------------------------------------------------------
  function inLanguage(event) {
    const address = new URL(location.href)
    address.searchParams.set('lang', event.currentTarget.dataset.language)
    event.currentTarget.href = address
  }

  // --- help ---------------------------------------------------------------------------------------
  function onKey(event) {
    const at = event.composedPath()[0]
    if (event.key !== '?' || event.ctrlKey || event.metaKey || at.matches?.('input[type=text], textarea')) return
    event.preventDefault()
    find('help')?.showModal()
  }

  // --- a lab that does not start ------------------------------------------------------------------
  const PATIENCE = 8000

  function tell(sentence) {
    const again = Object.assign(document.createElement('button'), { type: 'button', textContent: told('reload') })
    again.addEventListener('click', () => location.reload())
    find('trouble').replaceChildren(sentence, again)
    find('trouble').hidden = false
  }

  function watch() {
    if (self.origin === 'null') {
      tell(told('sandboxed'))
    }
    const timer = setTimeout(async () => {
      const answers = await fetch(new URL('health', document.baseURI), { cache: 'no-store' }).then(answer => answer.ok, () => false)
      tell(answers
        ? told('not-started', { host: location.host })
          : told('no-answer'))
    }, PATIENCE)
    addEventListener('attention-arrows:ready', () => { clearTimeout(timer); find('trouble').hidden = true })
  }

  applyTheme()
  addEventListener('pageshow', event => { if (event.persisted) location.reload() })   // its connection did not outlive the cache
  document.addEventListener('DOMContentLoaded', () => {
    applyTheme()
    find('theme-button').addEventListener('click', nextTheme)
    find('copy-button')?.addEventListener('click', copyLink)
    for (const link of document.querySelectorAll('[data-language]')) link.addEventListener('click', inLanguage)
    find('help-button')?.addEventListener('click', () => find('help').showModal())
    document.addEventListener('keydown', onKey)
    document.querySelector('nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    if (find('help')) watch()
  })
})()

// The page around the lab: theme, link, keyboard help, and a word when the lab does not start.
(() => {
  const told = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name])     // WORDS and THEMES stand before this file
  const root = document.documentElement
  const find = name => document.querySelector(`[data-${name}]`)

  // --- theme: applied before anything is painted -----------------------------------------------
  const KEY = 'attention-arrows-theme'
  const memory = {
    get() { try { return localStorage.getItem(KEY) } catch { return null } },
    set(value) { try { localStorage.setItem(KEY, value) } catch { /* blocked: for this page only */ } },
  }
  const asked = new URLSearchParams(location.search).get('theme')
  const kept = new URLSearchParams(location.search).get('embed') === '1' ? null : memory.get()      // an embed follows its host, not a choice made elsewhere
  let theme = [asked, kept].find(name => THEMES.includes(name)) ?? 'auto'

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
      dispatchEvent(new CustomEvent('attention-arrows:say', { detail: place.textContent }))     // the lab has the live region
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
  // From its beginning: the browser would go to the button at its end.
  function openHelp() {
    find('help')?.showModal()
    document.getElementById('help-title')?.focus()
  }

  function onKey(event) {
    const at = event.composedPath()[0]
    if (event.key !== '?' || event.ctrlKey || event.metaKey || at.matches?.('input[type=text], textarea')) return
    event.preventDefault()
    openHelp()
  }

  // --- a lab that does not start ------------------------------------------------------------------
  const PATIENCE = 8000
  const RELOADS = 'attention-arrows:reloads'      // in a page that nobody frames the lab's own module counts here too
  const isSandboxed = self.origin === 'null'
  let isReady = false
  let isOpened = false      // whether the server has taken a socket of this page

  // The toolkit opens the socket and keeps to itself how that went; by how it ends one sees what is wrong.
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how)
      this.addEventListener('open', () => { isOpened = true })
      this.addEventListener('close', () => { if (!isReady) explain(true) })
    }
  }

  function tell(sentence) {
    const again = Object.assign(document.createElement('button'), { type: 'button', textContent: told('reload') })
    again.addEventListener('click', () => location.reload())
    find('trouble').replaceChildren(sentence, again)
    find('trouble').hidden = false
  }

  // A socket that was taken and closed at once: the page came so slowly that its session has expired.
  function expired() {
    tell(told('expired'))
    try {
      const recent = JSON.parse(sessionStorage.getItem(RELOADS) ?? '[]').filter(time => Date.now() - time < 30000)
      if (recent.length >= 3) return
      sessionStorage.setItem(RELOADS, JSON.stringify([...recent, Date.now()]))
      setTimeout(() => location.reload(), 1500)      // after it could be read
    } catch { /* blocked: not counted, so not done by itself */ }
  }

  async function explain(isClosed) {
    const answers = await fetch(new URL('health', document.baseURI), { cache: 'no-store', signal: AbortSignal.timeout(4000) }).then(answer => answer.ok, () => false)
    if (isReady || isSandboxed) return
    if (!answers) tell(told('no-answer'))
    else if (isClosed && isOpened) expired()
    else if (isClosed) tell(told('not-accepted', { host: location.host }))
    else if (find('trouble').hidden) tell(told('not-started'))
  }

  function watch() {
    if (isSandboxed) tell(told('sandboxed'))
    const timer = setTimeout(() => explain(false), PATIENCE)
    addEventListener('attention-arrows:ready', () => { isReady = true; clearTimeout(timer); find('trouble').hidden = true })
  }

  // --- the place on the page: the browser would bring it back before the lab stands there -------------
  function keepPlace() {
    const before = history.state?.scroll      // of this entry: a reload, or a way back
    history.scrollRestoration = 'manual'
    const keep = () => history.replaceState({ ...history.state, scroll: Math.round(scrollY) }, '')
    for (const event of ['scrollend', 'pagehide']) addEventListener(event, keep)      // some take nothing at the very end
    if (before) addEventListener('attention-arrows:shown', () => requestAnimationFrame(() => scrollTo(0, before)), { once: true })
  }

  // --- a page without a server ----------------------------------------------------------------------
  // Each language has a folder of its own there: `data-alone` says where the others lie. The address decides, then
  // the folder that was asked for; only from the first one, which may be anybody's, the browser's own wish leads on.
  const isAlone = 'alone' in root.dataset
  const spoken = new URLSearchParams(location.search).get('lang')

  function findLanguage() {
    const { folders, isFirst } = JSON.parse(root.dataset.alone)
    const wishes = spoken !== null ? [spoken] : isFirst ? navigator.languages.map(tag => tag.split('-')[0].toLowerCase()) : []
    const wanted = wishes.find(code => code === root.lang || Object.hasOwn(folders, code))
    if (!wanted || wanted === root.lang) return
    const page = location.pathname.split('/').at(-1)
    location.replace(`${folders[wanted]}${page || 'index.html'}${location.search}${location.hash}`)
  }

  function keepLanguage() {
    if (spoken !== null) for (const link of document.querySelectorAll('.top a[href], .scene-list a')) link.search = `?lang=${encodeURIComponent(spoken)}`
  }

  if (isAlone) findLanguage()
  applyTheme()
  if (!isAlone) addEventListener('pageshow', event => { if (event.persisted) location.reload() })   // its connection did not outlive the cache
  document.addEventListener('DOMContentLoaded', () => {
    applyTheme()
    find('theme-button').addEventListener('click', nextTheme)
    find('copy-button')?.addEventListener('click', copyLink)
    for (const link of document.querySelectorAll('[data-language]')) link.addEventListener('click', inLanguage)
    find('help-button')?.addEventListener('click', openHelp)
    document.addEventListener('keydown', onKey)
    document.querySelector('nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    if (find('help') && parent === self) keepPlace()
    if (isAlone) keepLanguage()
    else if (find('help')) watch()
  })
})()

// The page around the lab: theme, link, keyboard help, and a word when the lab does not start.
(() => {
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
    button.querySelector('b').textContent = `: ${theme}`
    button.setAttribute('aria-label', `Theme: ${theme}`)
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
      place.textContent = 'The link to just this state is copied.'
      setTimeout(() => { place.textContent = '' }, 5000)
    } catch {
      const field = Object.assign(document.createElement('input'), { value: location.href, readOnly: true })
      field.setAttribute('aria-label', 'Link to just this state')
      place.replaceChildren('Copy this link: ', field)
      field.select()
    }
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
    const again = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Reload' })
    again.addEventListener('click', () => location.reload())
    find('trouble').replaceChildren(sentence, again)
    find('trouble').hidden = false
  }

  function watch() {
    if (self.origin === 'null') {
      tell('This page is framed without permission to be itself, so the lab cannot connect: the frame needs sandbox="allow-scripts allow-same-origin".')
    }
    const timer = setTimeout(async () => {
      const answers = await fetch(new URL('health', document.baseURI), { cache: 'no-store' }).then(answer => answer.ok, () => false)
      tell(answers
        ? `The lab has not started. If it stays so, its server does not accept connections from ${location.host}: it must be started with --allow-origin ${location.host}.`
        : 'The server does not answer. Reload when it is back; nothing you did is lost.')
    }, PATIENCE)
    addEventListener('attention-arrows:ready', () => { clearTimeout(timer); find('trouble').hidden = true })
  }

  applyTheme()
  addEventListener('pageshow', event => { if (event.persisted) location.reload() })   // its connection did not outlive the cache
  document.addEventListener('DOMContentLoaded', () => {
    applyTheme()
    find('theme-button').addEventListener('click', nextTheme)
    find('copy-button')?.addEventListener('click', copyLink)
    find('help-button')?.addEventListener('click', () => find('help').showModal())
    document.addEventListener('keydown', onKey)
    document.querySelector('nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    if (find('help')) watch()
  })
})()

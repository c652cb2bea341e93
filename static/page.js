// The page around the lab: the theme is applied before anything is painted, and can be chosen.
(() => {
  const root = document.documentElement
  const order = ['auto', 'light', 'dark']
  const memory = {
    get() { try { return localStorage.getItem('attention-arrows-theme') } catch { return null } },
    set(value) { try { localStorage.setItem('attention-arrows-theme', value) } catch { /* blocked: for this page only */ } },
  }
  let theme = order.includes(memory.get()) ? memory.get() : 'auto'

  function apply() {
    if (theme === 'auto') delete root.dataset.theme
    else root.dataset.theme = theme
    const button = document.querySelector('[data-theme-button]')
    if (button) button.textContent = `Theme: ${theme}`
  }

  apply()
  document.addEventListener('DOMContentLoaded', () => {
    apply()
    document.querySelector('[data-theme-button]').addEventListener('click', () => {
      theme = order[(order.indexOf(theme) + 1) % order.length]
      memory.set(theme)
      apply()
    })
  })
})()

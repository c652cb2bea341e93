// In a notebook the lab is light or dark as the notebook is, whatever the reader's system prefers, and keys pressed
// in the lab are none of the notebook's, where a letter may delete a cell; but saving stays its own.

export function followNotebook(host, model) {
  host.addEventListener('keydown', event => {
    const isSaving = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    host.toggleAttribute('data-lm-suppress-shortcuts', !isSaving)      // JupyterLab asks when the key has come up to the page
  })
  const apply = () => { host.dataset.theme = isDark(host) ? 'dark' : 'light' }
  const observer = new MutationObserver(apply)
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  model.on('remove', () => observer.disconnect())
  apply()
}

function isDark(host) {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset      // JupyterLab and Notebook 7; VS Code
  if (jpThemeLight) return jpThemeLight === 'false'
  if (vscodeThemeKind) return ['vscode-dark', 'vscode-high-contrast'].includes(vscodeThemeKind)
  return brightness(backgroundBehind(host)) < 128
}

// The first background that can be seen, from the host outwards; a page without one is white.
function backgroundBehind(host) {
  for (let element = host.parentElement ?? host.getRootNode().host; element; element = element.parentElement ?? element.getRootNode().host) {
    const [, , , alpha = 1] = numbers(getComputedStyle(element).backgroundColor)
    if (alpha > 0) return getComputedStyle(element).backgroundColor
  }
  return 'rgb(255, 255, 255)'
}

const numbers = colour => colour.match(/[\d.]+/g)?.map(Number) ?? []

function brightness(colour) {
  const [red = 255, green = 255, blue = 255] = numbers(colour)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

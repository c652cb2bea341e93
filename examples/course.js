// What a course may do with the reports of the scenes that it embeds: here, tick its own tasks.
const LAB = new URL(document.querySelector('iframe').src).origin

function tick(id, text) {
  const task = document.getElementById(id)
  task.classList.add('met')
  task.querySelector('[role=status]').textContent = text
}

// From a plain iframe by postMessage: whose message it is and where it comes from is for the page to check.
const frame = document.querySelector('iframe')
let isReady = false

function tellTheme() {
  if (!isReady) return
  const theme = document.documentElement.dataset.theme ?? 'light'
  frame.contentWindow.postMessage({ source: 'attention-arrows', type: 'host', theme, fits: true }, LAB)
}

addEventListener('message', ({ source, origin, data }) => {
  if (origin !== LAB || source !== frame.contentWindow || data?.source !== 'attention-arrows') return
  if (data.type === 'ready') { isReady = true; tellTheme() }
  if (data.type === 'height') frame.height = data.height + 2      // and its border
  if (data.type === 'state' && new URLSearchParams(data.address).has('q-2')) tick('move-query', `q of sat moved. ${data.said}`)
})

// From a scene that embed.js put here: it has checked the message, and passes it on as an event of the frame.
addEventListener('attention-arrows', ({ detail: { type, scene, address } }) => {
  const tokens = new URLSearchParams(address).get('tokens')
  if (type === 'state' && scene === 'causal-mask' && tokens?.split('|').length > 4) tick('add-token', 'Added, and nothing before it changed.')
})

document.getElementById('theme').addEventListener('click', ({ target }) => {
  const isDark = document.documentElement.dataset.theme === 'dark'
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark'
  tellTheme()
  target.textContent = isDark ? 'Dark page' : 'Light page'
})

// A field for a number: what is being typed is nobody else's to overwrite, and is sent once, by Enter or on
// leaving. Until the server answers, and for good where it refuses, the number before it stands.

export function typed(input, send) {
  let isTyping = false
  let shown = ''

  const restore = () => { isTyping = false; input.value = shown }
  function commit() {
    const text = input.value
    if (!isTyping) return
    restore()
    if (text !== shown) send(text)
  }
  function show(text) {
    shown = text
    if (!isTyping && input.value !== text) input.value = text
  }

  input.addEventListener('input', () => { isTyping = true })
  input.addEventListener('change', commit)
  input.addEventListener('focus', () => input.select())
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); commit() }
    if (event.key === 'Escape') restore()
  })
  return { show, commit, restore }
}

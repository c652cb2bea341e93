// A box that scrolls sideways when its table is wider. What scrolls and holds nothing to focus must itself
// be reached by the keyboard, so it takes the focus for just as long as it does scroll.

import { make } from './dom.mjs'

export function scroller(name, content, kind = '') {
  const element = make('div', { class: `scroller ${kind}`, role: 'group', 'aria-label': name }, content)
  const watch = new ResizeObserver(() => {
    const isHidden = element.clientWidth === 0      // when it is shown, it can be reached from its first moment on
    const isNeeded = (isHidden || element.scrollWidth > element.clientWidth + 1) && !element.querySelector('button, input')
    if (isNeeded) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })
  watch.observe(element)
  watch.observe(content)
  return element
}

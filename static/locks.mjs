// What lock= in an address takes out of people's hands: messages that are not sent, and the controls that would send them.

const sets = name => ({ is: message => message.do === 'set' && message.name === name, where: `[data-control=${name}]` })
const acts = (names, where) => ({ is: message => message.do === 'act' && names.includes(message.name), where })

const LOCKS = {
  drag: {
    is: message => ['move', 'home'].includes(message.do) || (message.do === 'type' && 'vector' in message) || (message.do === 'act' && message.name === 'attach'),
    where: '.fields input, [data-attach]',
  },
  query: { ...sets('query'), where: '[data-control=query], .weights th button' },
  scale: sets('scale'),
  mask: sets('causal'),
  view: sets('view'),
  learn: sets('learns'),
  dk: sets('d_k'),
  entries: sets('entries'),
  rate: sets('rate'),
  table: { is: message => 'cell' in message, where: '.features td input' },
  tokens: acts(['add', 'remove', 'shuffle'], '[data-action=shuffle], .growth :is(button, input)'),
  draw: acts(['draw'], '[data-action=draw]'),
  descent: acts(['learn', 'restart'], '.transport button'),
}

export function openLocks(locked) {
  const locks = [...locked].map(name => LOCKS[name])
  const isAllowed = message => !locks.some(({ is }) => is(message))

  // After each change of the page, which makes some controls anew and switches others on. What is typed into can
  // still be read and copied; everything else is disabled, and announced as that.
  function apply(root) {
    for (const { where } of locks) {
      for (const control of root.querySelectorAll(where)) control[control.type === 'text' ? 'readOnly' : 'disabled'] = true
    }
  }
  return { isAllowed, apply, isHeld: locked.has('drag'), isAny: locks.length > 0 }
}

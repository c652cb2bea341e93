// The page's own texts in the language that it is served in: WORDS stands before all modules.

// A text with its values in place.
export const told = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name])

// The same as rich text for `fill`: **stress**, *symbols* and indices such as d_k; a value may be a segment.
export function say(key, values = {}) {
  return WORDS[key].split(MARK).flatMap((piece, i) => {
    if (i % 5 === 0 || piece === undefined) return piece ? [piece] : []
    return i % 5 === 1 ? [values[piece]] : [[KINDS[i % 5], piece]]
  })
}

const MARK = /\{(\w+)\}|\*\*(.+?)\*\*|\*(.+?)\*|(?<=\w)_(\w+)/
const KINDS = [null, null, 'strong', 'em', 'sub']

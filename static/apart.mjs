// Long names side by side, cut so that no two read the same: "Donaudam…" cannot be told from its like, "Don…gold" can.

const MOST = 11      // signs that a label beside an arrow has room for

export function apart(names) {
  const cut = name => name.slice(0, MOST - 1)
  const isAlike = name => name.length > MOST && names.filter(other => cut(other) === cut(name)).length > 1
  const ends = names.map(name => isAlike(name) ? ended(name) : name)
  return names.map((name, i) => {
    if (!isAlike(name)) return name
    if (ends.filter(end => end === ends[i]).length === 1) return ends[i]
    const differs = Math.max(...names.filter(other => other !== name && cut(other) === cut(name)).map(other => common(name, other)))
    return `${name.slice(0, 3)}…${name.slice(Math.max(3, differs - 1), differs + MOST - 5)}`
  })
}

const ended = name => `${name.slice(0, 3)}…${name.slice(4 - MOST)}`

function common(one, other) {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}

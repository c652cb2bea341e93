// The page in a frame of somebody's course: what it tells its host, and what it hears from it. README, "In a course
// page", lists the messages.
(() => {
  const NAME = 'attention-arrows'
  const SHOWN = ['embed', 'show', 'hide', 'lock', 'theme']
  const root = document.documentElement
  const asked = new URLSearchParams(location.search)
  const isEmbed = asked.get('embed') === '1'

  // --- what stands around the lab: left out before anything is painted --------------------------------------
  const [show, hide] = ['show', 'hide'].map(word => (asked.get(word) ?? '').split(','))
  const isShown = part => !hide.includes(part) && (show.includes(part) || show.includes('all') || !(isEmbed || hide.includes('all')))
  root.dataset.leftOut = ['intro', 'tasks', 'lesson'].filter(part => !isShown(part)).join(' ')
  if (!isEmbed) return
  root.dataset.embed = ''

  // --- to the host and from it --------------------------------------------------------------------------------
  // Whose page this stands in the browser tells, whatever its referrer policy: some as ancestorOrigins, every one with
  // the host's first message. Until it is known, or where it has no name (a file, a sandbox), a report goes to whoever
  // frames the page, and to nobody else: what it says, a height and a state without a person, is no secret.
  const web = origin => /^https?:/.test(origin ?? '') ? origin : null
  let host = web(location.ancestorOrigins?.[0])
  let scene = null

  function report(type, detail) {
    if (parent !== self) parent.postMessage({ source: NAME, type, scene, ...detail }, host ?? '*')
  }

  const isWord = data => data?.source === NAME && data.type === 'host' && THEMES.includes(data.theme)
    && typeof data.fits === 'boolean' && Object.keys(data).length === 4

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || (host && origin !== host) || !isWord(data)) return
    host ??= web(origin)
    if (data.theme === 'auto') delete root.dataset.theme
    else root.dataset.theme = data.theme
    root.toggleAttribute('data-fits', data.fits)      // the frame follows the height: no scrollbar while it does
  })

  // --- reports --------------------------------------------------------------------------------------------------
  let height = 0
  // Of the content, which does not depend on the frame's height: so the answer to a report is no new report.
  function measure() {
    const now = Math.ceil(document.body.getBoundingClientRect().height)
    if (now !== height) report('height', { height: height = now })
  }

  addEventListener(`${NAME}:ready`, ({ detail }) => {
    scene = detail.scene
    report('ready', { title: document.querySelector('h1').textContent, address: detail.address })
    new ResizeObserver(measure).observe(document.body)
  })
  addEventListener(`${NAME}:state`, ({ detail: { address, said } }) => { link(); report('state', { address, said }) })
  addEventListener(`${NAME}:task`, ({ detail: { task, met } }) => report('task', { task, met }))

  // --- the way to the full lab ------------------------------------------------------------------------------------
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties)
  const way = make('a', { target: '_blank', rel: 'noopener' })

  function link() {
    const address = new URL(location.href)
    SHOWN.forEach(word => address.searchParams.delete(word))
    way.href = address.href.replaceAll('%2C', ',')
  }

  document.addEventListener('DOMContentLoaded', () => {
    if (!document.querySelector('#lab')) {      // no scene, but a sentence: as high as that
      new ResizeObserver(measure).observe(document.body)
      return
    }
    link()
    way.append(WORDS['full-lab'], make('span', { className: 'hidden-text', textContent: WORDS['new-tab'] }), ' ↗')
    const foot = make('footer', { className: 'embed-foot' })
    foot.append(make('span', { textContent: WORDS.name }), way)
    document.querySelector('main').after(foot)
  }, { once: true })      // BokehJS tells it a second time
})()

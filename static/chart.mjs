// A declared chart on the page: title, legend and message as text around Bokeh's figure.

import { make, fill } from './dom.mjs'
import { enlargeTexts, paintColours } from './colours.mjs'

export function openChart({ name, title, layers }, figure, drawing, host, decimal) {
  for (const axis of [...figure.below, ...figure.left]) writeTicks(axis.formatter, decimal)
  const heading = make('h3', {}, title)
  const says = make('p', { class: 'says', 'data-part': `chart-${name}` })
  const legend = make('ul', { class: 'legend' }, ...layers.map(entry))
  const element = make('figure', { class: 'chart', 'data-chart': name }, heading, layers.length > 1 ? legend : null,
    make('div', { class: 'chart-canvas', 'aria-hidden': 'true', inert: true }, drawing), make('figcaption', {}, says))
  enlargeTexts(figure)
  const sources = new Map([...figure.references()].filter(model => model.name?.startsWith('layer:')).map(model => [model.name.slice(6), model]))

  // Drawn here and not sent anywhere: the server has these numbers already.
  function show(reading) {
    for (const [layer, source] of sources) if (reading[layer]) source.setv({ data: reading[layer] }, { sync: false })
    for (const axis of ['x_range', 'y_range']) {
      if (reading[axis]) figure[axis].setv({ start: reading[axis][0], end: reading[axis][1] }, { sync: false })
    }
    if (reading.x_label) figure.below[0].setv({ axis_label: reading.x_label }, { sync: false })
    if (reading.title) heading.textContent = reading.title
    if (reading.says) fill(says, [reading.says].flat())
  }

  return { element, show, paint: () => paintColours(figure, host) }
}

// Bokeh chooses the ticks where a chart names none, and knows the decimal point alone.
function writeTicks(formatter, decimal) {
  const labels = formatter.doFormat.bind(formatter)
  formatter.doFormat = (...given) => labels(...given).map(label => label.replace('.', decimal))
}

function entry({ label, kind, role, dashed, alpha }) {
  return make('li', {}, make('span', { class: `swatch ${kind} ${dashed ? 'dashed' : ''}`, style: `--role: var(--${role}); opacity: ${alpha}` }), label)
}

// The figures of the point under the pointer, or that the keys have come to. They stand in the chart's table already: the
// tooltip only shows them again, and the chart, a slider for the keys, has them said as its value.
addEventListener('pointermove', point)
addEventListener('pointerdown', point)
addEventListener('keydown', walk)
addEventListener(
  'focusin',
  ({ target }) => target.matches?.('[data-plot]:focus-visible') && showValue(target),
)
addEventListener('focusout', ({ target }) => target === shown && hide(shown))

let shown

function point(event) {
  const plot = event.target.closest?.('[data-plot]')
  if (shown && shown !== plot) hide(shown)
  if (!plot) return
  shown = plot
  const rows = rowsOf(plot)
  const { left, width } = plot.getBoundingClientRect()
  const place = Math.floor(((event.clientX - left) / width) * rows.length)
  const row = rows[Math.min(rows.length - 1, Math.max(0, place))]
  if (row) show(plot, row, rows)
}

function walk(event) {
  const plot = event.target.closest?.('[data-plot]')
  if (!plot || event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key === 'Escape' && shown) return hide(shown)
  const last = rowsOf(plot).length - 1
  const place = Number(plot.ariaValueNow)
  const next = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    Home: 0,
    End: last,
  }[event.key]
  if (next === undefined || last < 0) return
  event.preventDefault()
  plot.ariaValueNow = String(Math.min(last, Math.max(0, next)))
  showValue(plot)
  plot.ariaValueText = words(plot)
}

function showValue(plot) {
  const rows = rowsOf(plot)
  const row = rows[Number(plot.ariaValueNow)]
  if (!row) return
  if (shown && shown !== plot) hide(shown)
  shown = plot
  show(plot, row, rows)
}

/** Oldest first, as they are drawn. */
function rowsOf(plot) {
  return [...plot.closest('[data-chart]').querySelectorAll('tbody tr')].reverse()
}

/** `Sat, 21 Nov 2026: 120 requests. Sandbox Chat 100 requests, Sandbox Image 20 requests.` */
function words(plot) {
  const tip = plot.querySelector('[data-tip]')
  const items = [...tip.querySelectorAll('li:not([hidden])')]
  const parts = items.map(({ firstElementChild, lastElementChild }) =>
    [firstElementChild, lastElementChild].map(({ textContent }) => textContent).join(' '),
  )
  const sum = `${tip.querySelector('[data-label]').textContent}: ${tip.querySelector('[data-total]').textContent}.`
  return parts.length > 0 ? `${sum} ${parts.join(', ')}.` : sum
}

function hide(plot) {
  shown = undefined
  plot.querySelector('[data-tip]').hidden = true
  plot.querySelector('[data-band]').hidden = true
}

function show(plot, row, rows) {
  const share = 100 / rows.length
  const place = rows.indexOf(row)
  const [band, tip] = [plot.querySelector('[data-band]'), plot.querySelector('[data-tip]')]
  band.style.left = `${place * share}%`
  band.style.width = `${share}%`
  band.hidden = false
  const [label, ...cells] = row.cells
  tip.querySelector('[data-label]').textContent = label.textContent
  tip.querySelector('[data-total]').textContent = cells.at(-1).textContent
  const items = [...tip.querySelectorAll('li')]
  for (const [number, item] of items.entries()) fill(item, cells[number])
  const list = tip.querySelector('ul')
  if (list) list.hidden = items.every((item) => item.hidden)
  tip.hidden = false
  stand(tip, plot, (place + 0.5) / rows.length)
}

/** The largest stands first; what is nothing at this point is left out. */
function fill(item, cell) {
  const value = Number(cell.dataset.value)
  item.hidden = value === 0
  item.style.order = String(-Math.round(Math.log2(value + 1) * 1000))
  item.lastElementChild.textContent = cell.textContent
}

/** Beside the point, on the side that has room. */
function stand(tip, plot, share) {
  const at = share * plot.clientWidth
  const isRight = at + tip.offsetWidth + 12 <= plot.clientWidth
  const left = isRight ? at + 12 : Math.max(0, at - tip.offsetWidth - 12)
  tip.style.left = `${left}px`
}

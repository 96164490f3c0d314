import { figuresOf } from './figures-of.mjs'
import { targetsOf } from './targets-of.mjs'

/** Medians over the rounds, as Markdown: what stands in docs/performance.md is this, pasted. */
export function reportOf(contenders, samples) {
  const figures = figuresOf(samples)
  const streams = [50, 400, 1000].map((count) => streamsTable(count, contenders, figures))
  const tables = [requestsTable(contenders, figures), latencyTable(contenders, figures), ...streams]
  tables.push(memoryTable(contenders, figures), targetsTable(contenders, figures))
  return tables.filter((text) => text !== '').join('\n\n')
}

function requestsTable(contenders, figures) {
  const bare = contenders.find(({ id }) => id === 'bare')
  const cell = (one, scenario) => {
    const perSecond = String(Math.round(figures.of(one, scenario, 'perSecond')))
    return bare ? `${perSecond} (${figures.ratio(one, bare, scenario, 'perSecond').toFixed(2)})` : perSecond
  }
  return table(
    ['requests/s (by the bare proxy’s)', '1 connection', '16', '64', '16, prompts of 330 kB', 'refused'],
    contenders.map((one) => {
      const scenarios = ['requests-1', 'requests-16', 'requests-64', 'requests-long']
      const refused = scenarios.map((scenario) => figures.of(one, scenario, 'refused'))
      return [one.title, ...scenarios.map((scenario) => cell(one, scenario)), String(Math.max(...refused))]
    }),
  )
}

function latencyTable([upstream, ...others], figures) {
  const added = (one, connections) =>
    ['p50Ms', 'p99Ms']
      .map((name) => figures.difference(one, upstream, `requests-${connections}`, name).toFixed(2))
      .join(' / ')
  return table(
    ['added latency p50 / p99, ms', '1 connection', '16'],
    others.map((one) => [one.title, added(one, 1), added(one, 16)]),
  )
}

function streamsTable(count, [upstream, ...others], figures) {
  const scenario = `streams-${count}`
  const added = (one) =>
    ['firstP50Ms', 'firstP99Ms']
      .map((name) => figures.difference(one, upstream, scenario, name).toFixed(2))
      .join(' / ')
  const row = (one) => [
    one.title,
    one === upstream ? '–' : added(one),
    String(Math.round(figures.of(one, scenario, 'eventsPerSecond'))),
    String(figures.of(one, scenario, 'broken')),
  ]
  const head = [`${count} streams at once`, 'added time to first event p50 / p99, ms', 'events/s', 'broken']
  return table(head, [upstream, ...others].map(row))
}

function memoryTable(contenders, figures) {
  const peak = (one, scenario) => String(Math.round(figures.of(one, scenario, 'peakMegabytes')))
  const row = (one) => [
    one.title,
    String(Math.round(one.restMegabytes)),
    ...['requests-64', 'streams-400', 'streams-1000'].map((scenario) => peak(one, scenario)),
  ]
  return table(
    ['resident memory, MB', 'at rest', '64 connections', '400 streams', '1,000 streams'],
    contenders.map(row),
  )
}

function targetsTable(contenders, figures) {
  const rows = targetsOf(contenders, figures).map(([target, measured, isReached]) => [
    target,
    measured.toFixed(2),
    isReached ? 'yes' : 'NO',
  ])
  return rows.length === 0 ? '' : table(['target', 'measured', 'reached'], rows)
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

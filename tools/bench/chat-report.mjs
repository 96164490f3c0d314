import { median } from './harness.mjs'

/** Medians over the rounds, as Markdown. */
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

/** Reads the samples: one contender's median, or two contenders compared round by round. */
export function figuresOf(samples) {
  const rounds = (contender, scenario) =>
    samples.filter((one) => one.contender === contender.id && one.scenario === scenario)
  const compare = (contender, other, scenario, name, by) => {
    const theirs = new Map(rounds(other, scenario).map((one) => [one.round, one[name]]))
    return median(rounds(contender, scenario).map((one) => by(one[name], theirs.get(one.round))))
  }
  return {
    of: (contender, scenario, name) => median(rounds(contender, scenario).map((one) => one[name])),
    ratio: (contender, other, scenario, name) =>
      compare(contender, other, scenario, name, (ours, theirs) => ours / theirs),
    difference: (contender, other, scenario, name) =>
      compare(contender, other, scenario, name, (ours, theirs) => ours - theirs),
  }
}

const CONNECTIONS = [1, 16, 64]

/** Goals and results: `[target, measured, isReached]`, for the contenders that ran. */
export function targetsOf(contenders, figures) {
  const [upstream, bare, portico, portkey] = ['upstream', 'bare', 'portico', 'portkey'].map((id) =>
    contenders.find((one) => one.id === id),
  )
  if (!portico) return []
  const share = (other, connections) => figures.ratio(portico, other, `requests-${connections}`, 'perSecond')
  const later = (other, scenario, name) => figures.difference(portico, other, scenario, name)
  return [
    ...CONNECTIONS.filter(() => bare).map((connections) =>
      atLeast(0.5, share(bare, connections), `requests/s by the bare proxy's, ${connections} connections`),
    ),
    ...[bare]
      .filter(Boolean)
      .map(() =>
        atLeast(
          0.5,
          figures.ratio(portico, bare, 'requests-long', 'perSecond'),
          'requests/s by the bare proxy’s, 16 connections, prompts of 330 kB',
        ),
      ),
    ...CONNECTIONS.filter(() => portkey).map((connections) =>
      atLeast(5, share(portkey, connections), `requests/s by Portkey's, ${connections} connections`),
    ),
    atMost(1, later(upstream, 'requests-1', 'p50Ms'), 'added latency p50, ms'),
    ...[bare]
      .filter(Boolean)
      .map(() =>
        atMost(
          2,
          later(bare, 'streams-400', 'firstP50Ms'),
          'first event after the bare proxy’s p50, 400 streams, ms',
        ),
      ),
  ]
}

function atLeast(bound, measured, what) {
  return [`${what} ≥ ${bound}`, measured, measured >= bound]
}

function atMost(bound, measured, what) {
  return [`${what} ≤ ${bound}`, measured, measured <= bound]
}

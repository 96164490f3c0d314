// The samples of a run as Markdown: a table for each question.
import { cpus, release } from 'node:os'
import { versions } from '../contenders/versions.mjs'
import { AIMS, isReached } from './aims.mjs'

/** The load generator and the upstream must be able to do so many times of what the fastest contender does. */
const LEAST_HEADROOM = 5

const number = (value, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '–')

function table(title, head, rows) {
  if (rows.length === 0) return ''
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [title, '', line(head), line(rule), ...rows.map(line)].join('\n')
}

const CLOSED = ['closed-1', 'closed-16', 'closed-64', 'closed-256', 'long-16']
const CLOSED_HEAD = ['1 connection', '16', '64', '256', '16, 330 kB']
const OPEN = ['closed-1', 'open-50', 'open-200', 'open-1000', 'open-3000']
const OPEN_HEAD = ['1 connection', '50/s', '200/s', '1,000/s', '3,000/s']

function throughput(contenders, f) {
  const cell = (id, scenario) =>
    `${number(f.of(id, scenario, 'perSecond'))} (${number(f.ratio(id, 'bare', scenario, 'perSecond'), 2)})`
  return table(
    'Requests/s, closed loop (by the bare proxy’s in the same round)',
    ['', ...CLOSED_HEAD, 'refused or failed'],
    contenders.map(({ id, name }) => [
      name,
      ...CLOSED.map((scenario) => cell(id, scenario)),
      String(f.sum(id, ['refused', 'failed'])),
    ]),
  )
}

function latency(others, f) {
  const quantiles = ['p50', 'p95', 'p99']
  const cell = (id, scenario) =>
    f.has(id, scenario)
      ? quantiles.map((each) => number(f.difference(id, 'upstream', scenario, each), 2)).join(' / ')
      : 'not offered'
  return table(
    'Added to the upstream’s own, ms, p50 / p95 / p99: open loop, from when a request was due. Not offered: more than it carries; 50/s where one does not carry 200/s',
    ['', ...OPEN_HEAD],
    others.map(({ id, name }) => [name, ...OPEN.map((scenario) => cell(id, scenario))]),
  )
}

function processor(others, f) {
  const scenarios = [...CLOSED, 'open-200', 'open-1000']
  return table(
    'Processor time of a request with its database and Redis, µs; at rest, ms a second',
    ['', ...CLOSED_HEAD, '200/s', '1,000/s', 'at rest'],
    others.map(({ id, name }) => [
      name,
      ...scenarios.map((scenario) => number(f.of(id, scenario, 'microsEach'))),
      number(f.atRest(id).processorMs, 1),
    ]),
  )
}

function streams(count, contenders, f) {
  const scenario = `streams-${count}`
  const row = ({ id, name }) => {
    const list = (digits, ...names) =>
      names.map((name) => number(f.of(id, scenario, name), digits)).join(' / ')
    return [
      name,
      list(1, 'first50', 'first99'),
      list(1, 'late50', 'late99', 'late999'),
      list(0, 'eventsPerSecond'),
      `${f.sum(id, ['whole'], scenario)}`,
      `${f.sum(id, ['broken', 'unfinished'], scenario)}`,
      list(1, 'microsEach'),
      `${number(f.megabytes(id, scenario, 'own'))} + ${number(f.megabytes(id, scenario, 'database'))}`,
    ]
  }
  return table(
    `${count.toLocaleString('en')} streams at once: first event p50 / p99, lateness of events p50 / p99 / p99.9, ms`,
    [
      '',
      'first event',
      'lateness',
      'events/s',
      'whole',
      'broken or unfinished',
      'µs an event',
      'MB + database',
    ],
    contenders.filter(({ id }) => f.has(id, scenario)).map(row),
  )
}

function memory(others, f) {
  const scenarios = ['closed-64', 'closed-256', 'long-16']
  const cell = ({ own, database }) => `${number(own)} + ${number(database)}`
  return table(
    'Memory, MB (proportional): its own + its database',
    ['', 'started in, s', 'at rest', '64 connections', '256', '330 kB'],
    others.map(({ id, name, startMs }) => [
      name,
      number(startMs / 1000, 1),
      cell(f.atRest(id)),
      ...scenarios.map((scenario) =>
        cell({ own: f.megabytes(id, scenario, 'own'), database: f.megabytes(id, scenario, 'database') }),
      ),
    ]),
  )
}

function money(others, f) {
  const row = ({ id, name }) => {
    const { billing, burst } = f.money(id)
    return [
      name,
      `${billing.whole} + ${billing.streamed}`,
      billing.requests === undefined ? `$${billing.usd.toFixed(9)}` : `${billing.requests} requests`,
      number(billing.share, 6),
      `${burst.ok}, ${burst.reachedUpstream} upstream`,
      `$${burst.spent.toFixed(4)}`,
      `$${burst.over.toFixed(4)}`,
    ]
  }
  return table(
    'Money: answers + streams against what was billed; then 200 calls at once, $0.0251 each, with a key that may spend $0.10',
    ['', 'answered', 'billed', 'billed by answered', 'of 200 answered', 'spent', 'overshoot'],
    others.filter(({ id }) => f.money(id)).map(row),
  )
}

/** Fewer than LEAST_HEADROOM times, and the figures are partly those of the load generator. */
function limits(contenders, f) {
  const gateways = contenders.filter(({ id }) => !['upstream', 'bare'].includes(id))
  if (gateways.length === 0) return ''
  const times = ['closed-16', 'closed-64'].map((scenario) =>
    Math.min(
      ...gateways.map(({ id }) => f.ratio('upstream', id, scenario, 'perSecond')).filter(Number.isFinite),
    ),
  )
  const verdict = Math.min(...times) >= LEAST_HEADROOM ? 'not the limit' : 'TOO CLOSE TO THE LIMIT'
  return `Load generator and upstream alone do ${times.map((each) => number(each, 1)).join(' and ')} times what the fastest gateway does at 16 and 64 connections: ${verdict} (at least ${LEAST_HEADROOM}).`
}

function aims(f) {
  const rows = AIMS.map((row) => {
    const figure = row.figure(f)
    const bound = row.atLeast === undefined ? `≤ ${row.atMost}` : `≥ ${row.atLeast}`
    const reached = { true: 'yes', false: 'NO', undefined: 'not measured' }[isReached(row, figure)]
    return [row.aim, bound, number(figure, 2), reached]
  })
  return table('Aims', ['', 'aim', 'measured', 'reached'], rows)
}

export function machineLine() {
  const { node, postgres } = versions
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Linux ${release()}, Node ${node}, PostgreSQL ${postgres}`
}

export function reportOf(contenders, f) {
  const list = contenders.map(({ name, title }) => `- ${name}: ${title}`).join('\n')
  const others = contenders.filter(({ id }) => id !== 'upstream')
  const parts = [list, throughput(contenders, f), latency(others, f), processor(others, f)]
  parts.push(...[50, 400, 2000].map((count) => streams(count, contenders, f)))
  parts.push(memory(others, f), money(others, f), limits(contenders, f))
  if (others.some(({ id }) => id === 'portico')) parts.push(aims(f))
  return parts.filter((part) => part !== '').join('\n\n')
}

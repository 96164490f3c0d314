// Compares what clients saw, what upstreams served, usage rows and money, request by request. Nothing is rounded or left out: any
// difference is a fault.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { ARGUMENTS, PROVIDERS, requestOf, usageOf, WORDS } from './soak-plan.mjs'

const NANOS_PER_USD = 1_000_000_000n
/** What was read before the client disconnected. */
const READ_WORDS = countTokens(WORDS.slice(0, 3).join(''))

export function auditSoak({ seen, calls, rows, before, after, usage }) {
  const faults = []
  const blame = (n, what) => faults.push(`request ${n}: ${what}`)
  const callsOf = Map.groupBy(calls, ([n]) => n)
  const sums = { rows: 0, costNanos: 0n, upstreamNanos: 0n, estimatedNanos: 0n }
  for (const one of seen) {
    const own = callsOf.get(one.n) ?? []
    const row = rows.get(one.id)
    for (const fault of auditRequest(one, own, row, sums)) blame(one.n, fault)
  }
  const spent = nanosOf(before.balance) - nanosOf(after.balance)
  const totals = [
    ['usage rows', rows.size, sums.rows],
    ['requests that reached an upstream', callsOf.size, sums.rows],
    ['requests in the statistics', usage.summary.requests, sums.rows],
    ['successes in the statistics', usage.summary.successful_requests, seen.filter(isDelivered).length],
    ['USD by the rows', formatUsd(sums.costNanos), formatUsd(sums.upstreamNanos + sums.estimatedNanos)],
    ['USD off the balance', formatUsd(spent), formatUsd(sums.costNanos)],
    ['USD in the statistics', formatUsd(nanosOf(usage.summary.cost)), formatUsd(sums.costNanos)],
    ['USD still held', formatUsd(nanosOf(after.held)), formatUsd(0n)],
  ]
  for (const [what, is, expected] of totals)
    if (is !== expected) faults.push(`${what}: ${is}, expected ${expected}`)
  return { faults, totals, sums }
}

function* auditRequest(one, calls, row, sums) {
  // Refused while every upstream had asked to wait: none was called, and nothing was booked.
  if (calls.length === 0) {
    if (one.status !== 429 || row) yield `no upstream was asked, the client saw ${one.status}, row ${row?.id}`
    return
  }
  if (!row) return yield `${calls.length} calls of upstreams, and no row`
  sums.rows += 1
  sums.costNanos += nanosOf(row.cost)
  const [, provider, end] = calls.at(-1)
  if (calls.slice(0, -1).some(([, , how]) => isGood(how)))
    yield 'an upstream was asked after another had served'
  if (new Set(calls.map(([, name]) => name)).size < calls.length) yield 'an upstream was asked twice'
  if (row.provider !== provider) yield `row of ${row.provider}, served by ${provider}`
  yield* auditAttempts(calls, row)
  yield* auditOutcome(one, end, row)
  yield* auditMoney(one, provider, end, row, sums)
}

function* auditAttempts(calls, row) {
  const isPlain = calls.length === 1 && isGood(calls[0][2])
  const recorded = row.attempts.map(({ provider, code }) => `${provider} ${code === null}`).join()
  const made = isPlain ? '' : calls.map(([, name, end]) => `${name} ${isGood(end)}`).join()
  if (recorded !== made) yield `attempts ${recorded}, calls ${made}`
}

function* auditOutcome({ outcome, code, model }, end, row) {
  const expected = end === 'abandoned' ? 'aborted' : isGood(end) ? 'served' : 'failed'
  if (outcome !== expected) yield `the client saw ${outcome} (${code}), the upstream ${end}`
  if ((row.status === 'failed') !== (outcome === 'failed')) yield `row ${row.status}, client ${outcome}`
  if ((row.finish_reason === 'aborted') !== (outcome === 'aborted')) yield `finish ${row.finish_reason}`
  if (outcome === 'failed' && row.error_code !== code) yield `row ${row.error_code}, client ${code}`
  if (model !== undefined && model !== row.model_id) yield `answer of ${model}, row of ${row.model_id}`
}

function* auditMoney({ n, cost }, provider, end, row, sums) {
  const price = PROVIDERS[provider]
  const isCounted = end === 'served'
  const tokens = isCounted ? usageOf(n, provider) : row
  const expected = isGood(end)
    ? BigInt(tokens.prompt_tokens) * nanosOf(price.prompt) +
      BigInt(tokens.completion_tokens) * nanosOf(price.completion)
    : 0n
  if (isCounted) sums.upstreamNanos += expected
  else sums.estimatedNanos += expected
  if (nanosOf(row.cost) !== expected) yield `cost ${row.cost}, expected ${formatUsd(expected)} (${end})`
  if (cost !== undefined && nanosOf(cost.toFixed(9)) !== expected) yield `the client was told ${cost}`
  const source = isCounted ? 'upstream' : isGood(end) ? 'estimated' : undefined
  if (source && row.usage_source !== source) yield `counted by ${row.usage_source}, expected ${source}`
  if (source === 'estimated' && row.completion_tokens !== estimateOf(n, end))
    yield `estimated ${row.completion_tokens} tokens, expected ${estimateOf(n, end)}`
}

/** Counts the arguments of a tool call. */
function estimateOf(n, end) {
  if (end === 'abandoned') return READ_WORDS
  return countTokens(requestOf(n).hasTools ? ARGUMENTS : WORDS.join(''))
}

const isGood = (end) => end === 'served' || end === 'miscounted' || end === 'abandoned'
const isDelivered = ({ outcome }) => outcome === 'served' || outcome === 'aborted'

function nanosOf(usd) {
  const [dollars, fraction = ''] = String(usd).split('.')
  const sign = dollars.startsWith('-') ? -1n : 1n
  return (
    sign * (BigInt(dollars.replace('-', '')) * NANOS_PER_USD + BigInt(fraction.padEnd(9, '0').slice(0, 9)))
  )
}

export function formatUsd(nanos) {
  return `${nanos / NANOS_PER_USD}.${(nanos % NANOS_PER_USD).toString().padStart(9, '0')}`
}

/**
 * The same after faults: every answer is billed once, at what the upstream counted; every task has ended and is billed once; the balance
 * is the previous one minus all bills; nothing is reserved.
 */
export function auditFaults({ seen, tasks, ended, rows, before, after, usage }) {
  const faults = []
  const answered = seen.filter(({ outcome }) => outcome === 'served')
  for (const one of answered)
    for (const fault of auditAnswer(one, rows.get(one.id))) faults.push(`request ${one.n}: ${fault}`)
  const rowsOf = Map.groupBy([...rows.values()], ({ task_id }) => task_id)
  for (const { id } of tasks)
    for (const fault of auditTask(ended.get(id), rowsOf.get(id) ?? [])) faults.push(`task ${id}: ${fault}`)
  const billed = [...rows.values()].reduce((sum, { cost }) => sum + nanosOf(cost), 0n)
  for (const [what, is, expected] of [
    ['USD off the balance', formatUsd(nanosOf(before.balance) - nanosOf(after.balance)), formatUsd(billed)],
    ['USD in the statistics', formatUsd(nanosOf(usage.summary.cost)), formatUsd(billed)],
    ['requests in the statistics', usage.summary.requests, rows.size],
    ['USD still held', formatUsd(nanosOf(after.held)), formatUsd(0n)],
  ])
    if (is !== expected) faults.push(`${what}: ${is}, expected ${expected}`)
  return { faults, answered: answered.length, billed }
}

function* auditAnswer({ n, cost }, row) {
  if (!row) return yield 'answered, and not billed'
  const price = PROVIDERS[row.provider]
  const tokens = usageOf(n, row.provider)
  const expected =
    BigInt(tokens.prompt_tokens) * nanosOf(price.prompt) +
    BigInt(tokens.completion_tokens) * nanosOf(price.completion)
  if (nanosOf(row.cost) !== expected) yield `billed ${row.cost}, expected ${formatUsd(expected)}`
  if (cost !== undefined && nanosOf(cost.toFixed(9)) !== expected) yield `its client was told ${cost}`
}

function* auditTask(task, rows) {
  if (task?.status !== 'completed') yield `it is ${task?.status ?? 'not over'} (${task?.error?.code})`
  if (rows.length !== 1) yield `${rows.length} bills`
  else if (task && nanosOf(rows[0].cost) !== nanosOf(task.cost ?? '0')) yield `billed ${rows[0].cost}`
}

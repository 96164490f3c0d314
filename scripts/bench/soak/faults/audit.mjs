// Holds what the clients saw against the books after faults: what was answered is billed, once, at what the upstream counted;
// every task has ended and is billed once; the balance is what it was less all bills; nothing is held.
import { formatUsd, nanosOf } from '../audit.mjs'
import { PROVIDERS, usageOf } from '../plan.mjs'

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

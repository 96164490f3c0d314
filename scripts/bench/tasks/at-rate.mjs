import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../statistics.mjs'

/**
 * Begins `count` requests at an even pace, whether or not earlier ones are answered: a server that falls behind shows it.
 * `ask(i)` resolves with the answer's status once its body is whole.
 */
export async function atRate({ perSecond, count, ask }) {
  const latenciesMs = []
  const statuses = {}
  const startedAt = performance.now()
  const pending = []
  for (let i = 0; i < count; i++) {
    const dueIn = startedAt + (i * 1000) / perSecond - performance.now()
    if (dueIn > 1) await pause(dueIn)
    const sentAt = performance.now()
    pending.push(
      ask(i).then((status) => {
        latenciesMs.push(performance.now() - sentAt)
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(pending)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    statuses,
    perSecond: count / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }
}

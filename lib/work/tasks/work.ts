import { clock } from '@/lib/platform/clock'
import { measureOpen } from '@/lib/platform/jobs/inspect-jobs'
import type { RowJob } from '@/lib/platform/jobs/job'
import { type Ended, rowJob, type WorkSource } from '@/lib/platform/jobs/slots'
import { logger } from '@/lib/platform/logger'
import { isOpen, type Plan, type TaskKind, type Turn } from './kind'
import { settleTask } from './settle'
import {
  claimTurn,
  claimTurns,
  extendTurns,
  planTurns,
  readNextTurn,
  readOpenTurns,
  returnAllTurns,
  returnTurns,
} from './turn-repository'

/** Maximum turns of one customer in a process; the other slots are left to others. */
export function customerShare({ concurrency }: Pick<TaskKind, 'concurrency'>): number {
  return Math.ceil(concurrency() * 0.75)
}

/** The due turns of a kind, as work for a process. */
export function turnsOf<T extends Turn, P extends Plan>(kind: TaskKind<T, P>): WorkSource<T, P | undefined> {
  return {
    name: kind.name,
    concurrency: kind.concurrency,
    hasGroups: true,
    async fetch(free, working) {
      const running = new Map<string, number>()
      for (const { customer_id } of working) running.set(customer_id, (running.get(customer_id) ?? 0) + 1)
      const items = await claimTurns(kind, { limit: free, share: customerShare(kind), running }, clock.now())
      return { items, mayHaveMore: items.length > 0 }
    },
    perform: (turn, signal) => performTurn(kind, turn, signal),
    expireSeconds: () => kind.maxTurnSeconds,
    report: (ended) =>
      planTurns(
        kind,
        ended.flatMap((one) => endOf(kind, one)),
      ),
    async touch(turns) {
      const lost = await extendTurns(kind, turns)
      return turns.filter(({ id }) => lost.has(id))
    },
    giveBack: (turns) =>
      returnTurns(
        kind,
        turns.filter((turn) => !kind.isUnrepeatable(turn)),
      ),
  }
}

export function taskWork<T extends Turn, P extends Plan>(kind: TaskKind<T, P>): RowJob {
  measureOpen(kind.name, () => readOpenTurns(kind))
  return rowJob(turnsOf(kind), {
    readDue: () => readNextTurn(kind),
    giveBackAll: () => returnAllTurns(kind),
  })
}

function endOf<T extends Turn, P extends Plan>(kind: TaskKind<T, P>, ended: Ended<T, P | undefined>) {
  const { id, turn } = ended.item
  const plan = ended.ok ? ended.result : kind.afterFailure(ended.item, ended.error)
  if (!ended.ok) logger.warn({ task: id, turn, err: String(ended.error) }, 'a turn of a task failed')
  return plan === undefined ? [] : [{ id, turn, plan }]
}

/** Performs one turn: what is due of an open task, or the settlement of an ended one. */
export async function performTurn<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  turn: T,
  signal: AbortSignal,
): Promise<P | undefined> {
  const { id, status, meter, settlement, settled_at } = turn
  if (isOpen(status) || !meter || !settlement) return kind.perform(turn, signal)
  // A crash left its settlement open.
  if (settled_at === null) await settleTask(kind, { id, meter, settlement })
  return undefined
}

/** Runs the last turn of an ended task now. False: a worker holds it, or nothing is left to do. */
export async function runLastTurn<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const turn = await claimTurn(kind, id, 'waiting', clock.now())
  if (turn === undefined) return false
  const ended = await performTurn(kind, turn, signal).then(
    (result): Ended<T, P | undefined> => ({ item: turn, ok: true, result }),
    (error: unknown): Ended<T, P | undefined> => ({ item: turn, ok: false, error }),
  )
  // After a failure, a worker retries immediately.
  await planTurns(
    kind,
    endOf(kind, ended).map((end) => (ended.ok ? end : { ...end, plan: { ...end.plan, afterSeconds: 0 } })),
  )
  return true
}

/** Takes a task over from its worker, whose result is then discarded. Undefined: it is over. */
export function takeOver<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P>,
  id: string,
): Promise<T | undefined> {
  return claimTurn(kind, id, 'any', clock.now())
}

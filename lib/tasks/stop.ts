import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { remember } from '@/lib/platform/remember'
import type { Transaction } from '@/lib/platform/transaction'
import type { TaskTable } from './kind'
import { listEnded, notifyIn } from './repository'

/** Tells of the end of a task at once: whoever works on one that was cancelled stops, and whoever waits for one goes on. */

/** Why work was stopped: its task has ended, and nothing of it is wanted any more. */
class TaskEnded extends Error {
  override readonly name = 'TaskEnded'
}

type Running = { stops: Map<string, Set<AbortController>>; watching: Promise<void> | undefined }

const runningOf = ({ table }: TaskTable) =>
  remember<Running>(`${table}-running`, () => ({ stops: new Map(), watching: undefined }))

/** Where ends are told: the task's id, by `NOTIFY` in the transaction that ends it. */
export const endChannelOf = ({ table }: Pick<TaskTable, 'table'>) => table.replace('_tasks', '_cancel')

/** Tells every process that a task has ended; arrives if the transaction commits. */
export function announceEnd(table: TaskTable, id: string, transaction: Transaction): Promise<void> {
  return notifyIn(transaction, endChannelOf(table), id)
}

/** Should it not be told of, an end is found that late. */
const LOOK_AGAIN_MILLIS = 10_000

type Patience = { millis: number; signal: AbortSignal }

/**
 * Waits for the end of a task of a kind that tells of every end, whichever process ends it; while the database is away too.
 * False: it goes on after so long. Throws `client_closed_request` as soon as the signal aborts.
 */
export function hasEnded(table: TaskTable, id: string, { millis, signal }: Patience): Promise<boolean> {
  const giveUpAt = performance.now() + millis
  return whileOpen(table, id, async (ended) => {
    const woken = AbortSignal.any([ended, signal])
    for (;;) {
      if (signal.aborted) throw new AppError('client_closed_request')
      const [found] = await listEnded(table, [id]).catch(() => [])
      if (found !== undefined || ended.aborted) return true
      const left = giveUpAt - performance.now()
      if (left <= 0) return false
      await pause(Math.min(left, LOOK_AGAIN_MILLIS), undefined, { signal: woken }).catch(() => undefined)
    }
  })
}

/** Does the work under a signal that aborts with TaskEnded as soon as it is told that the task has ended. */
export async function whileOpen<T>(
  table: TaskTable,
  id: string,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const running = runningOf(table)
  const stop = new AbortController()
  const stops = running.stops.get(id) ?? new Set()
  running.stops.set(id, stops.add(stop))
  try {
    await watch(table, running)
    return await work(stop.signal)
  } finally {
    stops.delete(stop)
    if (stops.size === 0) running.stops.delete(id)
  }
}

function watch(table: TaskTable, running: Running): Promise<void> {
  const stopTask = (id: string) => {
    for (const stop of running.stops.get(id) ?? []) stop.abort(new TaskEnded())
  }
  /** A message may have been missed: the rows know. */
  const catchUp = () => {
    listEnded(table, [...running.stops.keys()]).then(
      (ids) => ids.forEach(stopTask),
      (error: unknown) => logger.warn({ err: String(error) }, 'cancelled tasks were not looked up'),
    )
  }
  // Ends from before the first of it are in the rows alone.
  running.watching ??= subscribe(endChannelOf(table), { onMessage: stopTask, onGap: catchUp })
    .then(catchUp)
    .catch((error: unknown) => {
      running.watching = undefined
      throw error
    })
  return running.watching
}

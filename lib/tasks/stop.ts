import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { remember } from '@/lib/platform/remember'
import type { Transaction } from '@/lib/platform/transaction'
import type { TaskTable } from './kind'
import { listEnded, notifyIn } from './repository'

/** Stops the work on a task that was cancelled at once, whichever process does it. */

/** Why work was stopped: its task has ended, and nothing of it is wanted any more. */
class TaskEnded extends Error {
  override readonly name = 'TaskEnded'
}

type Running = { stops: Map<string, Set<AbortController>>; watching: Promise<void> | undefined }

const runningOf = ({ table }: TaskTable) =>
  remember<Running>(`${table}-running`, () => ({ stops: new Map(), watching: undefined }))

const channelOf = ({ table }: TaskTable) => table.replace('_tasks', '_cancel')

/** Tells every worker to stop its work on a task; arrives if the transaction commits. */
export function announceEnd(table: TaskTable, id: string, transaction: Transaction): Promise<void> {
  return notifyIn(transaction, channelOf(table), id)
}

/** Does the work under a signal that aborts with TaskEnded as soon as the task is cancelled. */
export async function whileOpen<T>(
  table: TaskTable,
  id: string,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const running = runningOf(table)
  await watch(table, running)
  const stop = new AbortController()
  const stops = running.stops.get(id) ?? new Set()
  running.stops.set(id, stops.add(stop))
  try {
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
  running.watching ??= subscribe(channelOf(table), { onMessage: stopTask, onGap: catchUp }).catch(
    (error: unknown) => {
      running.watching = undefined
      throw error
    },
  )
  return running.watching
}

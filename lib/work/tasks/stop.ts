import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import type { TaskTable } from './kind'
import { listEnded } from './repository'

/** The abort reason of work whose task has ended. */
class TaskEnded extends Error {
  override readonly name = 'TaskEnded'
}

type Running = { stops: Map<string, Set<AbortController>>; watching: Promise<void> | undefined }

const runningByTable = new Map<string, Running>()

function runningOf({ table }: TaskTable): Running {
  const running = runningByTable.get(table) ?? { stops: new Map(), watching: undefined }
  runningByTable.set(table, running)
  return running
}

/** Polling interval, in case a notification was lost. */
const LOOK_AGAIN_MILLIS = 10_000

type Patience = { millis: number; signal: AbortSignal }

/**
 * Waits until a task ends in any process, also while the database is unavailable. The kind must announce every end. False: still
 * open after `millis`. Throws `client_closed_request` when the signal aborts.
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

/** Runs work with a signal that aborts when the task's end is announced. */
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
  /** After a gap in notifications: asks the rows. */
  const catchUp = () => {
    listEnded(table, [...running.stops.keys()]).then(
      (ids) => ids.forEach(stopTask),
      (error: unknown) => logger.warn({ err: String(error) }, 'ended tasks could not be looked up'),
    )
  }
  // Ends from before the subscription are only in the rows.
  running.watching ??= subscribe(table.endChannel, { onMessage: stopTask, onGap: catchUp })
    .then(catchUp)
    .catch((error: unknown) => {
      running.watching = undefined
      throw error
    })
  return running.watching
}

import { logger } from '@/lib/platform/logger'
import { subscribe } from '@/lib/platform/notify'
import { remember } from '@/lib/platform/remember'
import { listEnded } from '../work-repository'

/** The tasks that this process draws, so that a cancel stops the upstream at once, whichever node took it. */
export const CANCEL_CHANNEL = 'image_cancel'

/** Why a run was stopped: its task has ended, and nothing of it is wanted any more. */
class TaskEnded extends Error {
  override readonly name = 'TaskEnded'
}

type Running = { stops: Map<string, Set<AbortController>>; watching: Promise<void> | undefined }

const running = remember<Running>('image-tasks-running', () => ({ stops: new Map(), watching: undefined }))

/** Does the work under a signal that aborts with TaskEnded as soon as the task is cancelled. */
export async function whileRunning<T>(taskId: string, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
  await watch()
  const stop = new AbortController()
  const stops = running.stops.get(taskId) ?? new Set()
  running.stops.set(taskId, stops.add(stop))
  try {
    return await work(stop.signal)
  } finally {
    stops.delete(stop)
    if (stops.size === 0) running.stops.delete(taskId)
  }
}

function watch(): Promise<void> {
  running.watching ??= subscribe(CANCEL_CHANNEL, { onMessage: stopTask, onGap: catchUp }).catch(
    (error: unknown) => {
      running.watching = undefined
      throw error
    },
  )
  return running.watching
}

function stopTask(taskId: string): void {
  for (const stop of running.stops.get(taskId) ?? []) stop.abort(new TaskEnded())
}

/** A message may have been missed: the rows know. */
function catchUp(): void {
  listEnded([...running.stops.keys()]).then(
    (ids) => {
      for (const id of ids) stopTask(id)
    },
    (error: unknown) => logger.warn({ err: String(error) }, 'cancelled image tasks were not looked up'),
  )
}

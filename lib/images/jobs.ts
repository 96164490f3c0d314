import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { countWorkers } from '@/lib/platform/instance'
import { enqueueAll } from '@/lib/platform/jobs/enqueue-all'
import type { QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import { inTransaction, type TaskRow } from './repository'
import { admitTasks, mayAdmit, unadmit } from './work-repository'

/** Of a worker's slots, how many one customer's tasks may take: the others stay open for other customers. */
export function customerShare(): number {
  return Math.ceil(env().IMAGE_CONCURRENCY * 0.75)
}

/** Calls to one upstream at once in a worker, where there are others to keep slots for: more than one customer's share. */
export function upstreamShare(): number {
  const slots = env().IMAGE_CONCURRENCY
  return Math.max(1, slots - Math.ceil(slots / 8))
}

/** Draws one task. What an upstream or the store refuses for now is tried again, until the task's own deadline. */
export const runTaskJob: QueuedJob<{ taskId: string }> = {
  name: 'images.run-task',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => env().IMAGE_CONCURRENCY,
  retryLimit: 50,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
}

/**
 * Only so many of a customer's tasks as it may have drawn at once are in the queue; the others wait in their rows, and
 * each that ends lets the next one in. So however many tasks a customer has, another's stands behind a handful of them.
 */

/** A task takes seconds to draw; that much longer, and the changes of a moment are looked at together. */
const GATHER_MILLIS = 20

/** Customers who are being looked after in this process, and whether to look again afterwards. */
const admitting = remember('image-admissions', () => new Map<string, { again: boolean }>())

/** Something has changed: in the background, once for however many changes. What fails here is left to the sweep. */
export function admitSoon(customerId: string): void {
  const under = admitting.get(customerId)
  if (under) {
    under.again = true
    return
  }
  const state = { again: true }
  admitting.set(customerId, state)
  admitWhile(customerId, state).catch((error: unknown) =>
    logger.warn({ customer: customerId, err: String(error) }, 'image tasks were not let into the queue yet'),
  )
}

/** Lets in what there is room for. */
export async function admitNow(customerId: string): Promise<void> {
  const slots = customerShare() * (await workerCount())
  if (!(await mayAdmit(customerId, slots))) return
  await inTransaction(async (transaction) => {
    const taskIds = await admitTasks(customerId, slots, clock.now(), transaction)
    const pieces = taskIds.map((taskId) => ({ taskId }))
    await enqueueAll(runTaskJob, pieces, { transaction })
  })
}

async function admitWhile(customerId: string, state: { again: boolean }): Promise<void> {
  try {
    while (state.again) {
      await wait(GATHER_MILLIS, undefined, { ref: false })
      state.again = false
      await admitNow(customerId)
    }
  } finally {
    admitting.delete(customerId)
  }
}

const COUNT_KEPT_MILLIS = 5000
const workers = remember('image-worker-count', () => ({ count: 1, countedAt: Number.NEGATIVE_INFINITY }))

async function workerCount(): Promise<number> {
  if (performance.now() - workers.countedAt > COUNT_KEPT_MILLIS) {
    workers.count = await countWorkers()
    workers.countedAt = performance.now()
  }
  return workers.count
}

/** While a task waits for its next try, which may be minutes, another of its customer's has its slot. */
export async function yieldSlot(task: TaskRow): Promise<void> {
  await unadmit(task.id, task.run)
  admitSoon(task.customer_id)
}

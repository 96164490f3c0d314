import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { expireTask, settleVideo } from './internal/end-task'
import { isOpen } from './internal/task-record'
import { findTaskForWork, listUnsettledMeters } from './repository'
import { expireAssets, listOverdue, listUnsettled } from './work-repository'

const AT_ONCE = 500
const SETTLED_WITHIN_SECONDS = 10

/** Deadlines whatever the turns wait for, ends that a crash left unbooked, videos past their time. */
export async function sweepVideos(): Promise<void> {
  for (const id of await listOverdue(clock.now(), AT_ONCE)) await attempt(id, expireOverdue)
  await settleDecided(SETTLED_WITHIN_SECONDS)
  await expireAssets(clock.now())
}

/** Books the money of tasks whose end has been decided for so long. Safe to run anywhere, any number of times. */
export async function settleDecided(forSeconds: number): Promise<void> {
  for (const id of await listUnsettled(forSeconds, AT_ONCE)) await attempt(id, settleVideo)
}

async function expireOverdue(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row && isOpen(row.status)) await expireTask(row)
}

/** One that cannot be helped must not hold up the others. */
async function attempt(id: string, work: (id: string) => Promise<void>): Promise<void> {
  await work(id).catch((error: unknown) =>
    logger.error({ task: id, err: String(error) }, 'a video task could not be swept'),
  )
}

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledMeters(ids)
}

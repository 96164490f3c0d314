import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { lookForWork } from '@/lib/platform/jobs/job-queue'
import { logger } from '@/lib/platform/logger'
import { announce } from './internal/announce'
import { requireTask } from './internal/require-task'
import { toVideoTask } from './presenter'
import type { VideoTask } from './schema'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import { takeTurn } from './take-turn'
import { claimTurn, type Plan, planTurns } from './turn-repository'
import { TURNS } from './turns-name'
import { end } from './work-repository'

/** Longer a caller does not wait for an upstream to let go of a task; its next turns do. */
const LET_GO_MILLIS = 5000

/**
 * Ends a task for good. Where no upstream knows it, or the one that has it lets go of it when it is told, its money is free
 * with the answer; else when the upstream's end is known. Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelVideo(caller: Caller, id: string): Promise<VideoTask> {
  const row = await requireTask(caller, id)
  if (!isOpen(row.status)) throw new AppError('task_not_cancellable')
  const finishedAt = clock.now()
  const isOurs = await end(id, 'cancelled', { error: null, finishedAt }, announce)
  if (!isOurs) throw new AppError('task_not_cancellable')
  await takeLastTurn(id)
  lookForWork(TURNS)
  return toVideoTask(await requireTask(caller, id))
}

/** Tells the upstream and books the money, as a worker would; left to one that has the task just now, or when it fails here. */
async function takeLastTurn(id: string): Promise<void> {
  const turn = await claimTurn(id)
  if (turn === undefined) return settleVideo(id)
  const plan = await takeTurn(turn, AbortSignal.timeout(LET_GO_MILLIS)).catch((error: unknown): Plan => {
    logger.warn({ task: id, err: String(error) }, 'the upstream of a cancelled video was not told yet')
    return { afterSeconds: 0 }
  })
  if (plan !== undefined) await planTurns([{ id, turn: turn.turn, ...plan }])
}

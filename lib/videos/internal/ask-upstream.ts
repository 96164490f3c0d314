import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { failureOf } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoModel, VideoStatus } from '@/lib/upstream/contract/video-model'
import { videoModelFor } from '@/lib/upstream/registry'
import type { TaskRow } from '../repository'
import { isOpen } from '../state'
import type { Plan } from '../turn-repository'
import { closeTask } from './close-task'
import { completeTask } from './complete-task'
import { expireTask } from './expire-task'
import { failTask } from './fail-task'
import { findRoute } from './find-route'
import { nextAskSeconds } from './next-ask-seconds'
import { taskError } from './task-error'

/** Upstream failures that may pass are tried again from the start, this many times in all. */
const MOST_STARTS = 3
const AWAY = { afterSeconds: 15 }
const LONGEST_COPY_PAUSE_SECONDS = 300

/** Asks how the task goes, and draws the consequences. */
export async function askUpstream(
  row: TaskRow,
  handle: string,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const planned = row.routes.find(({ routeId }) => routeId === row.route_id)
  const route = planned && findRoute(planned)
  if (route === undefined) return AWAY
  const model = videoModelFor(route.target)
  const status = await statusOf(model, row, handle, signal)
  if (status === undefined) return AWAY
  if (!isOpen(row.status)) return closeTask(row, { model, handle, status }, signal)
  return follow(row, status, signal)
}

/** Undefined when the upstream does not say just now. One that knows no such task has lost it. */
async function statusOf(
  model: VideoModel,
  row: TaskRow,
  handle: string,
  signal: AbortSignal,
): Promise<VideoStatus | undefined> {
  try {
    return await model.status(handle, signal)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    logger.warn({ task: row.id, fault: error.fault }, 'the upstream does not tell how a video goes')
    if (error.fault !== 'rejected') return undefined
    const { code, message } = failureOf(error)
    return { state: 'failed', code, message, isRetryable: false }
  }
}

async function follow(row: TaskRow, status: VideoStatus, signal: AbortSignal): Promise<Plan | undefined> {
  switch (status.state) {
    case 'queued':
    case 'running':
      return {
        afterSeconds: nextAskSeconds(row.created_at, clock.now()),
        news: { progress: status.progress, isRunning: status.state === 'running' },
      }
    case 'succeeded':
      return completeOrWait(row, status, signal)
    case 'expired':
      await expireTask(row)
      return { afterSeconds: 0 }
    case 'cancelled':
      await failTask(row, taskError('upstream_error'))
      return undefined
    case 'failed':
      if (status.isRetryable && row.starts < MOST_STARTS)
        return { afterSeconds: 2 ** row.starts, startsAnew: true }
      await failTask(row, taskError(status.code, status))
      return undefined
  }
}

/** Our store may be away for a while; the upstream keeps its copy for a day. */
async function completeOrWait(
  row: TaskRow,
  status: Extract<VideoStatus, { state: 'succeeded' }>,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  try {
    await completeTask(row, status.result, signal)
    return undefined
  } catch (error) {
    logger.warn({ task: row.id, err: String(error) }, 'a finished video could not be copied yet')
    return { afterSeconds: nextCopySeconds(row) }
  }
}

/** A copy that fails may have moved the whole film: the longer that goes on, the seldomer. */
function nextCopySeconds({ created_at }: TaskRow): number {
  const ageSeconds = (clock.now().getTime() - created_at.getTime()) / 1000
  return Math.min(LONGEST_COPY_PAUSE_SECONDS, Math.max(AWAY.afterSeconds, ageSeconds / 10))
}

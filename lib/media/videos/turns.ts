import { findPlannedRoute } from '@/lib/gateway/routing/own-keys'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { videoModelFor } from '@/lib/upstream/registry'
import { isOpen, type Overdue, type TaskKind } from '@/lib/work/tasks/kind'
import { listUnsettledOf, sweepLeftovers } from '@/lib/work/tasks/settle'
import { askUpstream } from './internal/ask-upstream'
import { expireTask, failTask, releaseTask, taskError } from './internal/end-task'
import { digestOfNotification, startTask } from './internal/start-task'
import { isTaskId, videoTable } from './internal/task-record'
import { findTaskForWork } from './repository'
import {
  expireAssets,
  findNotified,
  overdueSql,
  planValues,
  repairTask,
  type VideoPlan,
  VideoTurn,
  videoTurnSql,
  wakeByNotification,
} from './work-repository'

/** The delay after a turn that failed on our side. */
const FAILED_SECONDS = 15
/** Upstreams keep their tasks for a week; after that the outcome stays unknown. */
const OUTCOME_KEPT_MILLIS = 7 * 24 * 3600 * 1000

/** Video tasks. A turn starts the task at a provider, polls it, or copies the video. */
export const videoTasks: TaskKind<VideoTurn, VideoPlan> & Overdue = {
  ...videoTable,
  concurrency: () => env().VIDEO_CONCURRENCY,
  maxTurnSeconds: 15 * 60,
  perform: takeTurn,
  // A start may have reached the upstream: it is repeated only after its lease.
  afterFailure: ({ is_start }) => (is_start ? undefined : { afterSeconds: FAILED_SECONDS }),
  isUnrepeatable: ({ is_start }) => is_start,
  row: VideoTurn,
  sql: videoTurnSql,
  planValues,
  overdueSql,
  expire: expireOverdue,
  repair: repairTask,
}

/**
 * Does what is due for a task. Returns what it learned and when the next turn is due; undefined if nothing is left to do.
 */
async function takeTurn(turn: VideoTurn, signal: AbortSignal): Promise<VideoPlan | undefined> {
  const { handle, settlement } = turn
  if (turn.is_start) return startTask(turn, signal)
  if (isOpen(turn.status)) {
    if (turn.execution_deadline_at <= clock.now() && settlement === null) {
      await expireTask(turn)
      return { afterSeconds: 0 }
    }
    if (handle !== null) return askUpstream(turn, handle, signal)
    // Its process died after the settlement was decided, and perhaps settled.
    const code = settlement?.kind === 'settle' ? settlement.reading.errorCode : null
    await failTask(turn, taskError(code ?? 'internal_error'))
    return undefined
  }
  if (handle !== null && !isOutcomeLost(turn)) return askUpstream(turn, handle, signal)
  await releaseTask(turn)
  return undefined
}

function isOutcomeLost({ finished_at }: VideoTurn): boolean {
  return finished_at !== null && clock.now().getTime() - finished_at.getTime() > OUTCOME_KEPT_MILLIS
}

async function expireOverdue(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row && isOpen(row.status)) await expireTask(row)
}

/**
 * A provider notifies us of a change. Its content is not trusted: the task's next turn becomes due and asks the provider.
 * Only the handle is taken from it if none is stored: the worker died before it stored it, and another start would make the
 * video twice. Throws 404 for an unknown link, or if the task is over.
 */
export async function receiveNotification(
  id: string,
  secret: string,
  body: Buffer,
): Promise<{ received: true }> {
  const digest = digestOfNotification(secret)
  const task = isTaskId(id) ? await findNotified(id, digest) : undefined
  if (task === undefined) throw new AppError('not_found')
  const handle = task.handle ?? handleIn(body, task)
  // Without a handle the next turn would start the task again.
  if (handle === null) return { received: true }
  if (!(await wakeByNotification(id, digest, handle))) throw new AppError('not_found')
  wakeWorkers(videoTable.name)
  return { received: true }
}

type Notified = NonNullable<Awaited<ReturnType<typeof findNotified>>>

function handleIn(body: Buffer, { customerId, routes, notificationRouteId }: Notified): string | null {
  const planned = routes.find(({ routeId }) => routeId === notificationRouteId)
  const route = planned && findPlannedRoute(customerId, planned)
  return (route && videoModelFor(route.target).readNotification?.(body, route.upstreamId)) ?? null
}

/** Ends overdue tasks, settles what a crash left unsettled, expires old videos. */
export async function sweepVideos(): Promise<void> {
  await sweepLeftovers(videoTasks)
  await expireAssets(clock.now())
}

/** Which of these meters belong to a task that is not settled yet. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledOf(videoTasks, ids)
}

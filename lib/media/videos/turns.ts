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
  hastenByNotification,
  overdueSql,
  planValues,
  repairTask,
  type VideoPlan,
  VideoTurn,
  videoTurnSql,
} from './work-repository'

/** After a turn that failed on our side. */
const FAILED_SECONDS = 15
/** Upstreams keep their records for a week; after that the outcome is unknown, and waiting is pointless. */
const FATE_KNOWN_MILLIS = 7 * 24 * 3600 * 1000

/** Video tasks: a turn starts one upstream, polls its progress, or copies the film. */
export const videoTasks: TaskKind<VideoTurn, VideoPlan> & Overdue = {
  ...videoTable,
  concurrency: () => env().VIDEO_CONCURRENCY,
  longestTurnSeconds: 15 * 60,
  perform: takeTurn,
  // A start may have reached the upstream: it is repeated only when its time is over.
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
 * One turn of one task: whatever is due. Answers what it learned and when the next turn is due; undefined when nothing is
 * left to do.
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
    // Decided and perhaps booked, when its process died.
    const code = settlement?.kind === 'settle' ? settlement.reading.errorCode : null
    await failTask(turn, taskError(code ?? 'internal_error'))
    return undefined
  }
  if (handle !== null && !isForgotten(turn)) return askUpstream(turn, handle, signal)
  await releaseTask(turn)
  return undefined
}

function isForgotten({ finished_at }: VideoTurn): boolean {
  return finished_at !== null && clock.now().getTime() - finished_at.getTime() > FATE_KNOWN_MILLIS
}

async function expireOverdue(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row && isOpen(row.status)) await expireTask(row)
}

/**
 * An upstream says that something has changed. It is not trusted: the task's next turn is due at once, and asks the
 * upstream itself. Only its name for the task is, where none is stored: the worker that started the task died before
 * it could, and the next start would have it filmed twice. Throws 404 for a link that is not one of ours or whose task is
 * over.
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
  // To hasten a task that is not known to be accepted would be to start it again.
  if (handle === null) return { received: true }
  if (!(await hastenByNotification(id, digest, handle))) throw new AppError('not_found')
  wakeWorkers(videoTable.name)
  return { received: true }
}

type Notified = NonNullable<Awaited<ReturnType<typeof findNotified>>>

function handleIn(body: Buffer, { customerId, routes, notificationRouteId }: Notified): string | null {
  const planned = routes.find(({ routeId }) => routeId === notificationRouteId)
  const route = planned && findPlannedRoute(customerId, planned)
  return (route && videoModelFor(route.target).readNotification?.(body, route.upstreamId)) ?? null
}

/** Deadlines, ends that a crash left unbooked, videos past their time. */
export async function sweepVideos(): Promise<void> {
  await sweepLeftovers(videoTasks)
  await expireAssets(clock.now())
}

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledOf(videoTasks, ids)
}

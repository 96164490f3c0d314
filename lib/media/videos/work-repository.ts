import { z } from 'zod'
import { bareMeterSql } from '@/lib/money/usage/task-meter'
import type { UpstreamTry } from '@/lib/money/usage/usage-row'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/json'
import type { Transaction } from '@/lib/platform/transaction'
import { LEASE_SECONDS, type Plan, type TurnSql } from '@/lib/work/tasks/kind'
import type { TaskError } from '@/lib/work/tasks/schema'
import { Prisma } from '@/prisma/generated/client'
import {
  type Settlement,
  type StoredRequest,
  type StoredResult,
  statesBefore,
  type VideoStatus,
} from './internal/task-record'
import { TaskRow, taskColumns } from './repository'

/**
 * What workers write. Each change of state compares before it sets, so that one of two concurrent ones wins. `together`
 * runs in the same transaction, only for the winner, with the updated task.
 */
type Together = (transaction: Transaction, row: TaskRow) => Promise<unknown>

const returned = Prisma.raw(taskColumns)
const release: Settlement = { kind: 'release' }

export async function markUpstreamNotified(id: string): Promise<void> {
  await prisma.videoTask.updateMany({ where: { id, toldAt: null }, data: { toldAt: clock.now() } })
}

/** The provider is done; copying the video is left to do. */
export async function markRunning(id: string): Promise<void> {
  await prisma.$executeRaw`
    UPDATE video_tasks SET started_at = coalesce(started_at, now()), status = 'processing'
     WHERE id = ${id} AND status IN ('queued', 'processing')`
}

/** Only the first settlement counts. An expired task is released. */
export async function saveSettlement(id: string, settlement: Settlement): Promise<void> {
  await prisma.$executeRaw`
    UPDATE video_tasks SET settlement = coalesce(settlement,
        CASE WHEN status = 'expired' THEN ${storedJson(release)}::jsonb ELSE ${storedJson(settlement)}::jsonb END)
     WHERE id = ${id}`
}

export type Completion = {
  result: StoredResult
  videoObjectId: string
  lastFrameObjectId: string | null
  finishedAt: Date
  assetExpiresAt: Date
}

export function complete(id: string, made: Completion, together: Together): Promise<boolean> {
  return finish(
    (transaction) => transaction.$queryRaw`
      UPDATE video_tasks SET status = 'completed', progress = 100, result = ${storedJson(made.result)}::jsonb,
          video_object_id = ${made.videoObjectId}, last_frame_object_id = ${made.lastFrameObjectId},
          started_at = coalesce(started_at, ${made.finishedAt}), finished_at = ${made.finishedAt},
          asset_expires_at = ${made.assetExpiresAt}
       WHERE id = ${id} AND status = ANY(${statesBefore('completed')}) RETURNING ${returned}`,
    together,
  )
}

/**
 * Ends a task without a video. If no upstream ever knew it, its settlement (release) is written too; otherwise the next turn,
 * due at once, waits for the upstream's outcome. An expired task costs nothing in any case; a task whose settlement is
 * decided does not expire.
 */
export function end(
  id: string,
  to: Extract<VideoStatus, 'failed' | 'cancelled' | 'expired'>,
  ending: { error: TaskError | null; finishedAt: Date },
  together: Together,
): Promise<boolean> {
  const sources = statesBefore(to).filter((status) => status !== 'completed')
  return finish(
    (transaction) => transaction.$queryRaw`
      UPDATE video_tasks SET status = ${to}, error = ${storedJson(ending.error)}::jsonb, finished_at = ${ending.finishedAt},
          settlement = CASE WHEN starting_at IS NULL THEN coalesce(settlement, ${storedJson(release)}::jsonb) ELSE settlement END,
          cost_nanos = CASE WHEN settlement IS NULL AND (starting_at IS NULL OR ${to} = 'expired') THEN 0 ELSE cost_nanos END,
          turn_state = CASE turn_state WHEN 'waiting' THEN 'waiting' ELSE 'again' END,
          next_turn_at = CASE turn_state WHEN 'waiting' THEN now() ELSE next_turn_at END
       WHERE id = ${id} AND status = ANY(${sources}) AND (${to} <> 'expired' OR settlement IS NULL)
       RETURNING ${returned}`,
    together,
  )
}

function finish(
  update: (transaction: Transaction) => Promise<unknown>,
  together: Together,
): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const [row] = z.array(TaskRow).parse(await update(transaction))
    if (row) await together(transaction, row)
    return row !== undefined
  })
}

/** Marks videos past their time as expired. The room of objects deletes their bytes. */
export async function expireAssets(now: Date): Promise<number> {
  const { count } = await prisma.videoTask.updateMany({
    where: { status: 'completed' satisfies VideoStatus, assetExpiresAt: { lte: now } },
    data: { status: 'expired' satisfies VideoStatus },
  })
  return count
}

const emptyRequest: StoredRequest = {
  prompt: '',
  media: [],
  draftTaskId: null,
  draftHandle: null,
  ratio: '16:9',
  resolution: '720p',
  duration: 0,
  frames: null,
  generateAudio: false,
  seed: null,
  cameraFixed: false,
  watermark: false,
  returnLastFrame: false,
  serviceTier: 'default',
  isDraft: false,
  webSearch: false,
  safetyIdentifier: null,
  executionExpiresAfterSeconds: 0,
}

/**
 * Makes the row of a task readable again, whatever is wrong with its JSON: only the hold is kept. The next turn, due at once,
 * ends the task and releases the hold. False within the first hour: another version may be able to read the row.
 */
export async function repairTask(id: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE video_tasks SET request = ${storedJson(emptyRequest)}::jsonb, settlement = ${storedJson(release)}::jsonb,
        routes = '[]', attempts = '[]', error = NULL, result = NULL, meter = ${Prisma.raw(bareMeterSql)},
        handle = NULL, turn_state = 'waiting', next_turn_at = now()
     WHERE id = ${id} AND created_at < now() - interval '1 hour'`
  return count === 1
}

/** A task whose turn this process has claimed. */
export const VideoTurn = TaskRow.extend({
  /** This turn starts the task at a provider. */
  is_start: z.boolean(),
})
export type VideoTurn = z.infer<typeof VideoTurn>
/** Longer than any start: one whose worker died may have reached the upstream, so it is not repeated earlier. */
const START_LEASE_SECONDS = 120

/** No upstream has it yet. Claiming a turn changes none of these columns. */
const unstarted = `(t.handle IS NULL AND t.settlement IS NULL AND t.status IN ('queued', 'processing'))`
const isStart = `(${unstarted} AND t.execution_deadline_at > asked_at)`

// A late handle is stored if there is none, so that a running upstream task is not forgotten. The notification link of a
// failed start is invalidated, as it would bring its handle back.
export const videoTurnSql: TurnSql = {
  claim: `UPDATE video_tasks t SET turn = t.turn + 1, turn_state = 'taken',
      next_turn_at = now() + make_interval(secs => CASE WHEN ${isStart} THEN ${START_LEASE_SECONDS} ELSE ${LEASE_SECONDS} END),
      starts = t.starts + ${isStart}::int,
      starting_at = CASE WHEN ${isStart} THEN coalesce(t.starting_at, now()) ELSE t.starting_at END
    FROM mine WHERE t.id = task_id
    RETURNING ${taskColumns}, ${isStart} AS is_start`,
  end: `WITH plans AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS p(id text, turn int, after float8, handle text, route text, anew boolean,
        tries jsonb, percent int, runs boolean, waits jsonb)),
    late AS (
      UPDATE video_tasks t SET handle = p.handle, route_id = p.route FROM plans p
       WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.turn <> p.turn AND t.handle IS NULL AND p.handle IS NOT NULL)
    UPDATE video_tasks t SET turn_state = 'waiting',
        next_turn_at = now() + make_interval(secs => CASE t.turn_state WHEN 'again' THEN 0 ELSE p.after END),
        handle = CASE WHEN p.anew THEN NULL ELSE coalesce(p.handle, t.handle) END,
        route_id = coalesce(p.route, t.route_id),
        waiting_for = p.waits,
        nudge_digest = CASE WHEN p.anew THEN NULL ELSE t.nudge_digest END,
        attempts = t.attempts || p.tries,
        progress = CASE WHEN p.anew THEN NULL WHEN t.status IN ('queued', 'processing') THEN coalesce(p.percent, t.progress)
          ELSE t.progress END,
        started_at = CASE WHEN p.runs AND t.status = 'queued' THEN coalesce(t.started_at, now()) ELSE t.started_at END,
        status = CASE WHEN p.runs AND t.status = 'queued' THEN 'processing' ELSE t.status END
      FROM plans p WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.turn = p.turn`,
  unrepeatable: unstarted,
}

/** A task that has its settlement ends by its next turn. */
export const overdueSql = `SELECT id FROM video_tasks
  WHERE settled_at IS NULL AND status IN ('queued', 'processing') AND settlement IS NULL AND execution_deadline_at < $1
  LIMIT $2`

/** The upstream's status; progress 0 to 100, null if it does not report it. */
type Report = { progress: number | null; isRunning: boolean }

/** The outcome of a turn, if the task is not over. */
export type VideoPlan = Plan & {
  news?: Report | undefined
  /** The route that accepted the task, and the upstream's id of it. */
  accepted?: { routeId: string; handle: string }
  /** The upstream failed for a reason that may pass: the next turn starts the task again. */
  startsAnew?: boolean
  /** Attempts at routes that did not accept the task. */
  attempts?: readonly UpstreamTry[]
}

export const planValues = ({ news, accepted, startsAnew, attempts, waitingFor }: VideoPlan) => ({
  handle: accepted?.handle ?? null,
  route: accepted?.routeId ?? null,
  anew: startsAnew === true,
  tries: attempts ?? [],
  percent: news?.progress ?? null,
  runs: news?.isRunning === true,
  waits: waitingFor ?? null,
})

type Notification = {
  /** SHA-256 of the secret in the link; the secret is not stored. */
  digest: Buffer
  /** The route whose upstream gets the link. */
  routeId: string
}

/** Called before the upstream is asked, so that a notification finds the task. Invalidates earlier links. */
export async function saveNotification(id: string, { digest, routeId }: Notification): Promise<void> {
  const data = { notificationDigest: Uint8Array.from(digest), notificationRouteId: routeId }
  await prisma.videoTask.updateMany({ where: { id }, data })
}

const Notified = TaskRow.pick({ handle: true, routes: true }).extend({
  customerId: z.string(),
  notificationRouteId: z.string().nullable(),
})

/** The task of a notification; undefined if the link is unknown or the task is over. */
export async function findNotified(
  id: string,
  digest: Buffer,
): Promise<z.infer<typeof Notified> | undefined> {
  const row = await prisma.videoTask.findFirst({
    where: { id, notificationDigest: Uint8Array.from(digest), settledAt: null },
    select: { customerId: true, handle: true, routes: true, notificationRouteId: true },
  })
  return row === null ? undefined : Notified.parse(row)
}

/**
 * Makes the next turn due at once, or as soon as the running one ends. Stores `handle` if there is none and the task is not
 * decided: the worker that started it may have died before it could. False if the link is no longer valid.
 */
export async function wakeByNotification(id: string, digest: Buffer, handle: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE video_tasks SET turn_state = CASE turn_state WHEN 'waiting' THEN 'waiting' ELSE 'again' END,
        next_turn_at = CASE turn_state WHEN 'waiting' THEN now() ELSE next_turn_at END,
        handle = CASE WHEN settlement IS NULL THEN coalesce(handle, ${handle}) ELSE handle END,
        route_id = CASE WHEN settlement IS NULL AND handle IS NULL THEN nudge_route_id ELSE route_id END
     WHERE id = ${id} AND nudge_digest = ${digest} AND settled_at IS NULL`
  return count === 1
}

import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { UpstreamTry } from '@/lib/usage/meter-reading'
import { Prisma } from '@/prisma/generated/client'
import { type Settlement, type StoredResult, toJson } from './internal/task-record'
import { TaskRow, taskColumns } from './repository'
import type { VideoTaskError } from './schema'
import { sourcesOf, type VideoStatus } from './state'

/**
 * The moves of tasks. Each says in its condition from where it may be made, so that of two at once one wins. `together` is
 * written in the same transaction, and only by the winner.
 */
type Together = (transaction: Transaction) => Promise<unknown>
/** The same, with the task as the move has left it. */
type TogetherWithTask = (transaction: Transaction, row: TaskRow) => Promise<unknown>

const returned = Prisma.raw(taskColumns)

const Id = z.object({ id: z.string() })

/** Whatever has become of the task meanwhile: an upstream that works for us must not be forgotten. */
export async function saveHandle(id: string, routeId: string, handle: string): Promise<void> {
  await pool.query({
    name: 'video-handle',
    text: 'UPDATE video_tasks SET handle = $2, route_id = $3 WHERE id = $1',
    values: [id, handle, routeId],
  })
}

/** Adds to what is known of who did not take it. */
export async function saveAttempts(id: string, attempts: readonly UpstreamTry[]): Promise<void> {
  await pool.query('UPDATE video_tasks SET attempts = attempts || $2::jsonb WHERE id = $1', [
    id,
    JSON.stringify(attempts),
  ])
}

/** Before the start, so that a nudge finds it. */
export async function saveNudgeDigest(id: string, digest: Buffer): Promise<void> {
  await pool.query('UPDATE video_tasks SET nudge_digest = $2 WHERE id = $1', [id, digest])
}

/** The upstream gave up for a reason that may pass: the next turn starts it again. */
export async function forgetHandle(id: string, turn: number): Promise<void> {
  await pool.query('UPDATE video_tasks SET handle = NULL, progress = NULL WHERE id = $1 AND turn = $2', [
    id,
    turn,
  ])
}

export async function markTold(id: string): Promise<void> {
  await pool.query('UPDATE video_tasks SET told_at = coalesce(told_at, now()) WHERE id = $1', [id])
}

/** How the upstream says that it goes; progress 0 to 100, null where it does not tell. */
export type News = { progress: number | null; isRunning: boolean }

/** It has been made: what is left is ours to do. */
export async function markRunning(id: string): Promise<void> {
  await pool.query(
    `UPDATE video_tasks SET started_at = coalesce(started_at, now()), status = 'processing'
      WHERE id = $1 AND status IN ('queued', 'processing')`,
    [id],
  )
}

/**
 * From here on an upstream may know the task. The turn is used up, so that no two workers start a task at once; `together`
 * plans who looks after it should this process die meanwhile. False when it ended or the turn was overtaken.
 */
export function markStarting(
  id: string,
  turn: number,
  guardSeconds: number,
  together: Together,
): Promise<boolean> {
  return move(
    (transaction) => transaction.$executeRaw`
      UPDATE video_tasks SET starting_at = coalesce(starting_at, now()), starts = starts + 1, turn = turn + 1,
          next_turn_at = now() + make_interval(secs => ${guardSeconds}::float8)
       WHERE id = ${id} AND turn = ${turn} AND status IN ('queued', 'processing') AND handle IS NULL`,
    together,
  )
}

/** The turn is over and the next one is due in so many seconds. False when another process took this turn already. */
export function nextTurn(
  { id, turn }: { id: string; turn: number },
  next: { afterSeconds: number; news: News | undefined },
  together: Together,
): Promise<boolean> {
  const isRunning = next.news?.isRunning ?? false
  const progress = next.news?.progress ?? null
  return move(
    (transaction) => transaction.$executeRaw`
      UPDATE video_tasks SET turn = turn + 1, next_turn_at = now() + make_interval(secs => ${next.afterSeconds}::float8),
          progress = CASE WHEN status IN ('queued', 'processing') THEN coalesce(${progress}::int, progress) ELSE progress END,
          started_at = CASE WHEN ${isRunning} AND status = 'queued' THEN coalesce(started_at, now()) ELSE started_at END,
          status = CASE WHEN ${isRunning} AND status = 'queued' THEN 'processing' ELSE status END
       WHERE id = ${id} AND turn = ${turn} AND (settled_at IS NULL OR status IN ('queued', 'processing'))`,
    together,
  )
}

const release: Settlement = { kind: 'release' }

/** The first settlement counts: how the money ends is decided once. What has expired meanwhile is given back. */
export async function saveSettlement(id: string, settlement: Settlement): Promise<void> {
  await pool.query(
    `UPDATE video_tasks
        SET settlement = coalesce(settlement, CASE WHEN status = 'expired' THEN $3::jsonb ELSE $2::jsonb END)
      WHERE id = $1`,
    [id, toJson(settlement), toJson(release)],
  )
}

export async function markSettled(id: string, costNanos: bigint): Promise<void> {
  await pool.query(
    'UPDATE video_tasks SET settled_at = coalesce(settled_at, now()), cost_nanos = coalesce(cost_nanos, $2) WHERE id = $1',
    [id, costNanos],
  )
}

export type Completion = {
  result: StoredResult
  videoObjectId: string
  lastFrameObjectId: string | null
  finishedAt: Date
  assetExpiresAt: Date
}

export function complete(id: string, made: Completion, together: TogetherWithTask): Promise<boolean> {
  return finish(
    (transaction) => transaction.$queryRaw`
      UPDATE video_tasks SET status = 'completed', progress = 100, result = ${toJson(made.result)}::jsonb,
          video_object_id = ${made.videoObjectId}, last_frame_object_id = ${made.lastFrameObjectId},
          started_at = coalesce(started_at, ${made.finishedAt}), finished_at = ${made.finishedAt},
          asset_expires_at = ${made.assetExpiresAt}
       WHERE id = ${id} AND status = ANY(${sourcesOf('completed')}) RETURNING ${returned}`,
    together,
  )
}

/**
 * Ends a task that made nothing. Where no upstream ever knew it, its money is given back with the same stroke; else that
 * waits for what the upstream says. What expired costs nothing whatever it says, and so says that it does from the start.
 */
export function end(
  id: string,
  to: Extract<VideoStatus, 'failed' | 'cancelled' | 'expired'>,
  ending: { error: VideoTaskError | null; finishedAt: Date },
  together: TogetherWithTask,
): Promise<boolean> {
  const sources = sourcesOf(to).filter((status) => status !== 'completed')
  return finish(
    (transaction) => transaction.$queryRaw`
      UPDATE video_tasks SET status = ${to}, error = ${toJson(ending.error)}::jsonb, finished_at = ${ending.finishedAt},
          settlement = CASE WHEN starting_at IS NULL THEN coalesce(settlement, ${toJson(release)}::jsonb) ELSE settlement END,
          cost_nanos = CASE WHEN settlement IS NULL AND (starting_at IS NULL OR ${to} = 'expired') THEN 0 ELSE cost_nanos END
       WHERE id = ${id} AND status = ANY(${sources}) RETURNING ${returned}`,
    together,
  )
}

function finish(
  update: (transaction: Transaction) => Promise<unknown>,
  together: TogetherWithTask,
): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const [row] = z.array(TaskRow).parse(await update(transaction))
    if (row) await together(transaction, row)
    return row !== undefined
  })
}

function move(update: (transaction: Transaction) => Promise<number>, together: Together): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const isMoved = (await update(transaction)) === 1
    if (isMoved) await together(transaction)
    return isMoved
  })
}

const Stalled = Id.extend({ turn: z.int(), customer_id: z.string() })

/** Turns that nobody took: their piece of work was lost. Each is handed out once, and again after five minutes. */
export async function claimStalled(limit: number): Promise<z.infer<typeof Stalled>[]> {
  const { rows } = await pool.query(
    `UPDATE video_tasks SET next_turn_at = now() + interval '3 minutes'
      WHERE id IN (SELECT id FROM video_tasks WHERE settled_at IS NULL AND next_turn_at < now() - interval '2 minutes'
                    ORDER BY next_turn_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING id, turn, customer_id`,
    [limit],
  )
  return z.array(Stalled).parse(rows)
}

/** Ended, and the money's end known, but not booked. */
export async function listUnsettled(limit: number): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM video_tasks WHERE settled_at IS NULL AND settlement IS NOT NULL
        AND next_turn_at < now() - interval '10 seconds' LIMIT $1`,
    [limit],
  )
  return z
    .array(Id)
    .parse(rows)
    .map(({ id }) => id)
}

/** Past the time in which they had to be made. */
export async function listOverdue(now: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM video_tasks WHERE settled_at IS NULL AND status IN ('queued', 'processing')
        AND execution_deadline_at < $1 LIMIT $2`,
    [now, limit],
  )
  return z
    .array(Id)
    .parse(rows)
    .map(({ id }) => id)
}

/** Their bytes are swept by the room of objects. */
export async function expireAssets(now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE video_tasks SET status = 'expired' WHERE status = 'completed' AND asset_expires_at <= $1`,
    [now],
  )
  return rowCount ?? 0
}

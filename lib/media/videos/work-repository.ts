import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/json'
import type { Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'
import { type Settlement, type StoredResult, sourcesOf, type VideoStatus } from './internal/task-record'
import { TaskRow, taskColumns } from './repository'
import type { VideoTaskError } from './schema'

/**
 * The moves of tasks. Each says in its condition from where it may be made, so that of two at once one wins. `together` is
 * written in the same transaction, and only by the winner, with the task as the move has left it.
 */
type Together = (transaction: Transaction, row: TaskRow) => Promise<unknown>

const returned = Prisma.raw(taskColumns)

export async function markUpstreamNotified(id: string): Promise<void> {
  await prisma.videoTask.updateMany({ where: { id, toldAt: null }, data: { toldAt: clock.now() } })
}

/** It has been made: what is left is ours to do. */
export async function markRunning(id: string): Promise<void> {
  await prisma.$executeRaw`
    UPDATE video_tasks SET started_at = coalesce(started_at, now()), status = 'processing'
     WHERE id = ${id} AND status IN ('queued', 'processing')`
}

const release: Settlement = { kind: 'release' }

/** The first settlement counts: how the money ends is decided once. What has expired by then is released. */
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
       WHERE id = ${id} AND status = ANY(${sourcesOf('completed')}) RETURNING ${returned}`,
    together,
  )
}

/**
 * Ends a task that made nothing. Where no upstream ever knew it, its money is released by the same statement; else that
 * waits for the upstream's outcome; the turn is due at once. What expired costs nothing in any case, and shows
 * that from the start; what is decided to be paid does not expire.
 */
export function end(
  id: string,
  to: Extract<VideoStatus, 'failed' | 'cancelled' | 'expired'>,
  ending: { error: VideoTaskError | null; finishedAt: Date },
  together: Together,
): Promise<boolean> {
  const sources = sourcesOf(to).filter((status) => status !== 'completed')
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

/** Their bytes are swept by the room of objects. */
export async function expireAssets(now: Date): Promise<number> {
  const { count } = await prisma.videoTask.updateMany({
    where: { status: 'completed' satisfies VideoStatus, assetExpiresAt: { lte: now } },
    data: { status: 'expired' satisfies VideoStatus },
  })
  return count
}

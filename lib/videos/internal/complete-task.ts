import { deleteObjects } from '@/lib/objects/delete-objects'
import { extendObject } from '@/lib/objects/extend-object'
import { clock } from '@/lib/platform/clock'
import type { VideoResult } from '@/lib/upstream/contract/video-model'
import type { TaskRow } from '../repository'
import { HISTORY_DAYS } from '../schema'
import { settleVideo } from '../settle-video'
import { type Completion, complete, markRunning, saveSettlement } from '../work-repository'
import { announce } from './announce'
import { copyVideo } from './copy-video'
import { readingOf } from './reading-of'
import { resultOf } from './result-of'

const DAY_MILLIS = 24 * 3600 * 1000
const KEPT_MILLIS = HISTORY_DAYS * DAY_MILLIS
/** A copy that no task names, because its process died before it could say so, is swept. */
const UNKNOWN_AT_MOST_MILLIS = DAY_MILLIS

/**
 * The upstream is done: first our own copy, then the bill, then the news. A crash in between does them again; the copy
 * may be made twice, and the first is swept, the bill and the callback are not. Throws when the copy cannot be made now.
 */
export async function completeTask(row: TaskRow, made: VideoResult, signal: AbortSignal): Promise<void> {
  await markRunning(row.id)
  const copies = await copyAll(row, made, signal)
  const result = resultOf(row, made)
  const finishedAt = clock.now()
  const assetExpiresAt = new Date(finishedAt.getTime() + KEPT_MILLIS)
  await saveSettlement(row.id, readingOf(row, finishedAt, { result }))
  await settleVideo(row.id)
  const ids = idsOf(copies)
  const completion = { ...copies, result, finishedAt, assetExpiresAt }
  const isFirst = await complete(row.id, completion, async (transaction, ended) => {
    for (const id of ids)
      await extendObject({ customerId: row.customer_id, id, expiresAt: assetExpiresAt }, transaction)
    await announce(transaction, ended)
  })
  if (!isFirst) await deleteObjects(row.customer_id, ids)
}

type Copies = Pick<Completion, 'videoObjectId' | 'lastFrameObjectId'>

const idsOf = (copies: Copies) => Object.values(copies).filter((id) => id !== null)

/** The smaller one first: where it cannot be had, the film is not copied in vain each time that this is tried. */
async function copyAll(row: TaskRow, made: VideoResult, signal: AbortSignal): Promise<Copies> {
  const expiresAt = new Date(clock.now().getTime() + UNKNOWN_AT_MOST_MILLIS)
  const common = { customerId: row.customer_id, expiresAt }
  const lastFrameObjectId =
    made.lastFrame === null || !row.request.returnLastFrame
      ? null
      : await copyVideo(
          { ...common, source: made.lastFrame, mimeType: 'image/png', fileName: `${row.id}-last-frame.png` },
          signal,
        )
  const videoObjectId = await copyVideo(
    { ...common, source: made.video, mimeType: 'video/mp4', fileName: `${row.id}.mp4` },
    signal,
  )
  return { videoObjectId, lastFrameObjectId }
}

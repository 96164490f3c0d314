import { deleteObjects } from '@/lib/objects/delete-objects'
import { clock } from '@/lib/platform/clock'
import type { VideoResult } from '@/lib/upstream/contract/video-model'
import type { TaskRow } from '../repository'
import { HISTORY_DAYS } from '../schema'
import { settleVideo } from '../settle-video'
import { complete, markRunning, saveSettlement } from '../work-repository'
import { announce } from './announce'
import { copyVideo } from './copy-video'
import { readingOf } from './reading-of'
import { resultOf } from './result-of'

const KEPT_MILLIS = HISTORY_DAYS * 24 * 3600 * 1000

/**
 * The upstream is done: first our own copy, then the bill, then the news. A crash in between does them again; the copy
 * may be made twice, the bill and the callback are not. Throws when the copy cannot be made now.
 */
export async function completeTask(row: TaskRow, made: VideoResult, signal: AbortSignal): Promise<void> {
  await markRunning(row.id)
  const assetExpiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  const common = { customerId: row.customer_id, expiresAt: assetExpiresAt }
  const videoObjectId = await copyVideo(
    { ...common, source: made.video, mimeType: 'video/mp4', fileName: `${row.id}.mp4` },
    signal,
  )
  const lastFrameObjectId =
    made.lastFrame === null || !row.request.returnLastFrame
      ? null
      : await copyVideo(
          { ...common, source: made.lastFrame, mimeType: 'image/png', fileName: `${row.id}-last-frame.png` },
          signal,
        )
  const result = resultOf(row, made)
  const finishedAt = clock.now()
  await saveSettlement(row.id, readingOf(row, finishedAt, { result }))
  await settleVideo(row.id)
  const completion = { result, videoObjectId, lastFrameObjectId, finishedAt, assetExpiresAt }
  const isFirst = await complete(row.id, completion, announce)
  const ours = [videoObjectId, lastFrameObjectId].filter((id) => id !== null)
  if (!isFirst) await deleteObjects(row.customer_id, ours)
}

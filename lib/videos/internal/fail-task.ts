import { clock } from '@/lib/platform/clock'
import type { TaskRow } from '../repository'
import type { VideoTaskError } from '../schema'
import { settleVideo } from '../settle-video'
import { end, saveSettlement } from '../work-repository'
import { announce } from './announce'
import { readingOf } from './reading-of'

/** It made nothing and will not: booked as failed, at no cost. */
export async function failTask(row: TaskRow, error: VideoTaskError): Promise<void> {
  const finishedAt = clock.now()
  await saveSettlement(row.id, readingOf(row, finishedAt, { errorCode: error.code }))
  await settleVideo(row.id)
  await end(row.id, 'failed', { error, finishedAt }, announce)
}

import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoModel, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { TaskRow } from '../repository'
import { settleVideo } from '../settle-video'
import type { Plan } from '../turn-repository'
import { markTold, saveSettlement } from '../work-repository'
import { nextAskSeconds } from './next-ask-seconds'
import { readingOf } from './reading-of'
import { releaseTask } from './release-task'
import { resultOf } from './result-of'

/**
 * A task that ended for the customer while an upstream had it. The upstream is told; a cancelled task that it finishes all
 * the same is paid by its usage, everything else is released. The task's state stays as it is.
 */
export async function closeTask(
  row: TaskRow,
  upstream: { model: VideoModel; handle: string; status: VideoStatus },
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const { status } = upstream
  if (status.state === 'queued' || status.state === 'running') {
    const isOver = await stops(row, upstream, signal)
    if (!isOver) return { afterSeconds: nextAskSeconds(row.created_at, clock.now()) }
  }
  if (status.state !== 'succeeded' || row.status !== 'cancelled') {
    await releaseTask(row)
    return undefined
  }
  const result = resultOf(row, status.result)
  await saveSettlement(row.id, readingOf(row, clock.now(), { result }))
  await settleVideo(row.id)
  return undefined
}

/** True when the upstream will not go on. Asked once: some delete a finished task when they are asked again. */
async function stops(
  row: TaskRow,
  { model, handle }: { model: VideoModel; handle: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (row.told_at !== null) return false
  try {
    const answer = await model.cancel(handle, signal)
    await markTold(row.id)
    return answer === 'gone'
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

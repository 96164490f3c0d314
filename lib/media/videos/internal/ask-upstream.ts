import { findBegunTarget } from '@/lib/gateway/routing/own-keys'
import { failureOf } from '@/lib/gateway/routing/upstream-fault'
import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { fetchWhereMoved } from '@/lib/platform/safe-fetch/safe-fetch'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoModel, VideoResult, VideoSource, VideoStatus } from '@/lib/upstream/contract/video-model'
import { videoModelFor } from '@/lib/upstream/registry'
import { deleteObjects, extendObject, keepObject } from '@/lib/work/objects/keep-object'
import { isOpen, storeAway } from '@/lib/work/tasks/kind'
import type { WaitingFor } from '@/lib/work/tasks/schema'
import type { TaskRow } from '../repository'
import { HISTORY_DAYS } from '../schema'
import type { VideoPlan } from '../work-repository'
import {
  type Completion,
  complete,
  markRunning,
  markUpstreamNotified,
  saveSettlement,
} from '../work-repository'
import {
  announce,
  expireTask,
  failTask,
  readingOf,
  releaseTask,
  resultOf,
  settleVideo,
  taskError,
  waitingForOf,
} from './end-task'

/** How often a task is started in all, if the upstream fails for a reason that may pass. */
const MOST_STARTS = 3
const UNREACHABLE: VideoPlan = {
  afterSeconds: 15,
  waitingFor: {
    code: 'upstream_error',
    message: 'The provider did not report the status of the task. It will be asked again.',
  },
}
const LONGEST_COPY_PAUSE_SECONDS = 300

/** Polls the upstream and acts on its answer. */
export async function askUpstream(
  row: TaskRow,
  handle: string,
  signal: AbortSignal,
): Promise<VideoPlan | undefined> {
  const planned = row.routes.find(({ routeId }) => routeId === row.route_id)
  const target = planned && findBegunTarget(row.customer_id, planned)
  if (target === undefined) return UNREACHABLE
  const model = videoModelFor(target)
  const status = await statusOf(model, row, handle, signal)
  if (status === undefined) return UNREACHABLE
  if (!isOpen(row.status)) return closeTask(row, { model, handle, status }, signal)
  return applyStatus(row, status, signal)
}

/** Undefined if the upstream cannot be asked now. If it does not know the task, the task has failed. */
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
    logger.warn({ task: row.id, fault: error.fault }, 'the upstream did not report the status of a video')
    if (error.fault !== 'rejected') return undefined
    const { code, message } = failureOf(error)
    return { state: 'failed', code, message, isRetryable: false }
  }
}

async function applyStatus(
  row: TaskRow,
  status: VideoStatus,
  signal: AbortSignal,
): Promise<VideoPlan | undefined> {
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
        return {
          afterSeconds: 2 ** row.starts,
          startsAnew: true,
          waitingFor: waitingForOf(taskError(status.code, status)),
        }
      await failTask(row, taskError(status.code, status))
      return undefined
  }
}

const copyFailed: WaitingFor = {
  code: 'upstream_error',
  message: 'The finished video could not be downloaded from the provider yet. The download will be retried.',
}

/** If copying fails it is retried: the upstream keeps its video for a day. */
async function completeOrWait(
  row: TaskRow,
  status: Extract<VideoStatus, { state: 'succeeded' }>,
  signal: AbortSignal,
): Promise<VideoPlan | undefined> {
  try {
    await completeTask(row, status.result, signal)
    return undefined
  } catch (error) {
    logger.warn({ task: row.id, err: String(error) }, 'a finished video could not be copied yet')
    return {
      afterSeconds: nextCopySeconds(row),
      waitingFor: error instanceof StorageError ? storeAway : copyFailed,
    }
  }
}

/** A failed copy may have transferred the whole video, so the delay grows with the task's age. */
function nextCopySeconds({ created_at }: TaskRow): number {
  const ageSeconds = (clock.now().getTime() - created_at.getTime()) / 1000
  return Math.min(LONGEST_COPY_PAUSE_SECONDS, Math.max(UNREACHABLE.afterSeconds, ageSeconds / 10))
}

/**
 * A task that ended for the customer while an upstream had it: cancels it upstream. If a cancelled task is finished there
 * anyway, its usage is billed; everything else is released. The task's status does not change.
 */
async function closeTask(
  row: TaskRow,
  upstream: { model: VideoModel; handle: string; status: VideoStatus },
  signal: AbortSignal,
): Promise<VideoPlan | undefined> {
  const { status } = upstream
  if (status.state === 'queued' || status.state === 'running') {
    const isOver = await cancelUpstream(row, upstream, signal)
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

/** True if the upstream has stopped. Asked only once: some upstreams delete a finished task when asked again. */
async function cancelUpstream(
  row: TaskRow,
  { model, handle }: { model: VideoModel; handle: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (row.told_at !== null) return false
  try {
    const answer = await model.cancel(handle, signal)
    await markUpstreamNotified(row.id)
    return answer === 'gone'
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

const DAY_MILLIS = 24 * 3600 * 1000
const KEPT_MILLIS = HISTORY_DAYS * DAY_MILLIS
/** A copy that was never recorded, because the process died first, is deleted after this time. */
const UNRECORDED_MILLIS = DAY_MILLIS

/**
 * The upstream is done: copies the video, settles, then completes the task and announces it. After a crash these steps are
 * repeated: a second copy may be made and the first is swept; settling and the callback happen once. Throws if the copy
 * fails.
 */
async function completeTask(row: TaskRow, made: VideoResult, signal: AbortSignal): Promise<void> {
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

/** The smaller file first: if it fails, the video is not copied in vain at each attempt. */
async function copyAll(row: TaskRow, made: VideoResult, signal: AbortSignal): Promise<Copies> {
  const expiresAt = new Date(clock.now().getTime() + UNRECORDED_MILLIS)
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

const MAX_BYTES = 1024 * 1024 * 1024
const TIMEOUT_MILLIS = 10 * 60 * 1000

type Copy = { customerId: string; source: VideoSource; mimeType: string; fileName: string; expiresAt: Date }

/** Copies a file that the upstream keeps for a day. Resolves with the object's id; throws what went wrong. */
async function copyVideo({ source, ...file }: Copy, signal: AbortSignal): Promise<string> {
  if ('bytes' in source) {
    const { bytes, mimeType } = source
    return (await keepObject({ ...file, mimeType, body: bytes, access: 'signed' })).id
  }
  const answer = await open(source, signal)
  const type = answer.headers['content-type']
  const mimeType = type?.startsWith(file.mimeType.split('/')[0] ?? '') ? type : file.mimeType
  return (await keepObject({ ...file, mimeType, body: answer.body, access: 'signed' })).id
}

/** The headers are sent only to the link's own origin. */
async function open({ url, headers }: Extract<VideoSource, { url: string }>, signal: AbortSignal) {
  const limits = { timeoutMillis: TIMEOUT_MILLIS, maxBytes: MAX_BYTES, signal }
  const answer = await fetchWhereMoved(url, { ...limits, ...(headers && { headers }) })
  if (answer.status === 200) return answer
  answer.discard()
  throw new Error(`the upstream's copy answered ${answer.status}`)
}

/** No video is done sooner, and few upstreams fail sooner. */
const FIRST_SECONDS = 2
const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 15
/** A task is polled at intervals of a tenth of its age. */
const PART_OF_AGE = 10

/** When to poll the upstream again. Depends only on the task, so that load grows with tasks, not with clients. */
export function nextAskSeconds(createdAt: Date, now: Date): number {
  const ageSeconds = Math.max(0, (now.getTime() - createdAt.getTime()) / 1000)
  const shortest = Math.max(SHORTEST_SECONDS, FIRST_SECONDS - ageSeconds)
  return Math.min(LONGEST_SECONDS, Math.max(shortest, ageSeconds / PART_OF_AGE))
}

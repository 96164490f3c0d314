import type { Failure } from '@/lib/gateway/routing/upstream-fault'
import type { VideoRate } from '@/lib/money/prices/schema'
import { clock } from '@/lib/platform/clock'
import { describeFailure } from '@/lib/platform/task-failures'
import type { Transaction } from '@/lib/platform/transaction'
import type { VideoResult } from '@/lib/upstream/contract/video-model'
import { estimateVideoTokens } from '@/lib/upstream/video-pixels'
import { sendCallback } from '@/lib/work/deliveries/send-callback'
import type { TaskError, WaitingFor } from '@/lib/work/tasks/schema'
import { settleById } from '@/lib/work/tasks/settle'
import { USUAL_FPS, videoRateOf } from '../limits'
import { toVideoTask } from '../presenter'
import type { ShownTask, TaskRow } from '../repository'
import { end, saveSettlement } from '../work-repository'
import { type Settlement, type StoredRequest, StoredResult, videoTable } from './task-record'

type Details = Partial<Pick<Failure, 'message' | 'param'>> & {
  /** The upstream says that a retry may succeed. Codes that are always retryable stay so. */
  isRetryable?: boolean
}

/** The error object of a failed task. */
export function taskError(code: string, details: Details = {}): TaskError {
  const { message, type, retryable } = describeFailure(code)
  return {
    code,
    message: details.message ?? message,
    type,
    param: details.param ?? null,
    retryable: retryable || details.isRetryable === true,
  }
}

export const waitingForOf = ({ code, message }: TaskError): WaitingFor => ({ code, message })

/** Settles a task as failed, at no cost, and ends it. */
export async function failTask(row: TaskRow, error: TaskError): Promise<void> {
  const finishedAt = clock.now()
  await saveSettlement(row.id, readingOf(row, finishedAt, { errorCode: error.code }))
  await settleVideo(row.id)
  await end(row.id, 'failed', { error, finishedAt }, announce)
}

/** Ends a task past its deadline. The next turns, due at once, cancel what an upstream may still be doing for it. */
export async function expireTask(row: TaskRow): Promise<void> {
  const finishedAt = clock.now()
  const error = taskError('execution_expired')
  await end(row.id, 'expired', { error, finishedAt }, announce)
  await settleVideo(row.id)
}

/** The task has ended and no upstream has it any more: releases the hold. */
export async function releaseTask(row: TaskRow): Promise<void> {
  await saveSettlement(row.id, { kind: 'release' })
  await settleVideo(row.id)
}

/** Sends the ended task, as it is polled from then on, to its `callback_url`, if it has one. */
export async function announce(transaction: Transaction, row: ShownTask): Promise<void> {
  if (row.callback_url === null) return
  await sendCallback({
    customerId: row.customer_id,
    url: row.callback_url,
    event: `video.generation.${row.status}`,
    taskId: row.id,
    data: toVideoTask(row),
    transaction,
  })
}

/** Settles a task once its settlement is decided. May run any number of times. */
export function settleVideo(id: string): Promise<void> {
  return settleById(videoTable, id)
}

const DEFAULT_SECONDS = 5

/**
 * The result in our format. What the upstream does not report is taken from the request; tokens are estimated, or 0 if the
 * price counts seconds.
 */
export function resultOf({ request, routes, route_id }: TaskRow, made: VideoResult): StoredResult {
  const { shape } = StoredResult
  const resolution = shape.resolution.safeParse(made.resolution).data ?? request.resolution
  const ratio = shape.ratio.safeParse(made.ratio).data ?? request.ratio
  const fps = made.fps ?? USUAL_FPS
  const asked = request.frames === null ? request.duration : request.frames / fps
  const durationSeconds = made.durationSeconds ?? (asked > 0 ? asked : DEFAULT_SECONDS)
  const measure = { resolution, ratio, durationSeconds, frames: request.frames }
  const billedBy = routes.find(({ routeId }) => routeId === route_id)?.billedBy ?? 'tokens'
  const estimate = made.usage === null && billedBy === 'tokens' ? estimateVideoTokens(measure) : 0
  return {
    fps,
    durationSeconds,
    resolution,
    ratio,
    seed: made.seed ?? request.seed,
    usage: made.usage ?? { completionTokens: estimate, totalTokens: estimate },
    isUsageEstimated: billedBy === 'tokens' ? made.usage === null : made.durationSeconds === null,
  }
}

type Reading = Extract<Settlement, { kind: 'settle' }>['reading']

/** The reading for the usage row: what the task used, or that it failed at no cost. */
export function readingOf(
  row: TaskRow,
  endedAt: Date,
  outcome: { result: StoredResult } | { errorCode: string },
): Settlement {
  const route = row.routes.find(({ routeId }) => routeId === row.route_id) ?? row.routes[0]
  if (route === undefined) return { kind: 'release' }
  const { modelId, modelName, providerId, priceId, billedBy, ownKeyFactor, priceFactor } = route
  const common = {
    modality: 'video',
    taskId: row.id,
    modelId,
    modelName,
    providerId,
    priceId,
    endedAt,
    attempts: row.attempts,
    ownKeyFactor,
    priceFactor,
  } as const
  const reading: Reading =
    'result' in outcome
      ? {
          ...common,
          status: 'success',
          usageSource: outcome.result.isUsageEstimated ? 'estimated' : 'upstream',
          errorCode: null,
          promptTokens: 0,
          completionTokens: outcome.result.usage.completionTokens,
          videoMillis: Math.round(outcome.result.durationSeconds * 1000),
          videoRate: null,
          ...(billedBy === 'seconds' && billedVideo(row.request, outcome.result)),
        }
      : {
          ...common,
          status: 'failed',
          usageSource: 'none',
          errorCode: outcome.errorCode,
          promptTokens: 0,
          completionTokens: 0,
          videoMillis: 0,
          videoRate: null,
        }
  return { kind: 'settle', reading }
}

type Billed = { videoMillis: number; videoRate: VideoRate }

/**
 * The billed seconds and their rate. Never more than requested: upstreams charge what was requested, even if the file is a
 * fraction of a second longer.
 */
function billedVideo(
  request: Pick<StoredRequest, 'duration' | 'frames' | 'generateAudio'>,
  { durationSeconds, fps, resolution }: Pick<StoredResult, 'durationSeconds' | 'fps' | 'resolution'>,
): Billed {
  const asked = request.frames === null ? request.duration : request.frames / fps
  const seconds = asked > 0 ? Math.min(durationSeconds, asked) : durationSeconds
  return {
    videoMillis: Math.round(seconds * 1000),
    videoRate: videoRateOf(resolution, request.generateAudio),
  }
}

import type { VideoRate } from '@/lib/money/prices/schema'
import type { VideoResult } from '@/lib/upstream/contract/video-model'
import { estimateVideoTokens } from '@/lib/upstream/video-pixels'
import { USUAL_FPS } from '../limits'
import type { TaskRow } from '../repository'
import { type Settlement, type StoredRequest, StoredResult } from './task-record'

const USUAL_SECONDS = 5

/**
 * What was made, in our format. Where the upstream did not say, what was requested; and its tokens by the estimate, or none
 * where the price counts seconds.
 */
export function resultOf({ request, routes, route_id }: TaskRow, made: VideoResult): StoredResult {
  const { shape } = StoredResult
  const resolution = shape.resolution.safeParse(made.resolution).data ?? request.resolution
  const ratio = shape.ratio.safeParse(made.ratio).data ?? request.ratio
  const fps = made.fps ?? USUAL_FPS
  const asked = request.frames === null ? request.duration : request.frames / fps
  const durationSeconds = made.durationSeconds ?? (asked > 0 ? asked : USUAL_SECONDS)
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

/** What the usage row says of a task: what it used, or that it failed and cost nothing. */
export function readingOf(
  row: TaskRow,
  endedAt: Date,
  outcome: { result: StoredResult } | { errorCode: string },
): Settlement {
  const route = row.routes.find(({ routeId }) => routeId === row.route_id) ?? row.routes[0]
  if (route === undefined) return { kind: 'release' }
  const { modelId, modelName, providerId, priceId, billedBy, ownKeyFactor } = route
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
 * The seconds that a bill counts, and at which rate. Never more than was requested: upstreams charge what they were asked
 * for, and the customer did not request the fraction of a second by which a file is longer.
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

export function videoRateOf(resolution: StoredResult['resolution'], hasAudio: boolean): VideoRate {
  return hasAudio ? `${resolution}_audio` : resolution
}

/** A video's length as the API shows it: what was made, else what was requested, to the nearest second above none. */
export function wholeSeconds(
  { duration, frames }: Pick<StoredRequest, 'duration' | 'frames'>,
  madeSeconds?: number,
): number {
  const seconds = madeSeconds ?? (frames === null ? duration : frames / USUAL_FPS)
  return seconds === -1 ? -1 : Math.max(1, Math.round(seconds))
}

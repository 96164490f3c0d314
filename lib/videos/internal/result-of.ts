import type { VideoResult } from '@/lib/upstream/contract/video-model'
import { estimateVideoTokens } from '@/lib/upstream/video-pixels'
import type { TaskRow } from '../repository'
import { USUAL_FPS } from '../schema'
import { StoredResult } from './task-record'

const USUAL_SECONDS = 5

/**
 * What was made, in our words. Where the upstream did not say, what was asked for; and its tokens by the estimate, or none
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

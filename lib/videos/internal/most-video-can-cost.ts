import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { estimateVideoTokens } from '@/lib/upstream/estimate-video-tokens'
import { mostItCanCost } from '@/lib/usage/most-it-can-cost'
import type { StoredRequest } from './task-record'

/** What a task must have held for it, in nano-USD: its tokens by the estimate, at the dearest of its routes. */
export function mostVideoCanCost(
  request: StoredRequest,
  able: VideoCapabilities,
  routes: readonly Pick<ResolvedRoute, 'price'>[],
): bigint {
  const hasVideo = request.media.some(({ type }) => type === 'video')
  const videoTokens = estimateVideoTokens({
    resolution: request.resolution,
    ratio: request.ratio,
    durationSeconds: request.duration === -1 ? able.max_seconds : request.duration,
    frames: request.frames,
    inputVideoSeconds: hasVideo ? able.max_billed_reference_seconds : 0,
    table: able.pixel_table,
  })
  let most = 0n
  for (const { price } of routes) {
    const cost = mostItCanCost(price, { videoTokens })
    if (cost > most) most = cost
  }
  return most
}

import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { mostItCanCost } from '@/lib/usage/meter'
import { mostVideoSeconds, mostVideoTokens } from '../schema'
import { abilitiesOf } from './abilities-of'
import { videoRateOf } from './billed-video'
import type { StoredRequest } from './task-record'

/** What a task must have held for it, in nano-USD: its tokens by the estimate or its seconds, at the most expensive of its routes; `able` is the model asked for. */
export function mostVideoCanCost(
  request: StoredRequest,
  able: VideoCapabilities,
  routes: readonly Pick<ResolvedRoute, 'modelId' | 'price'>[],
): bigint {
  const hasReferenceVideo = request.media.some(({ type }) => type === 'video')
  let most = 0n
  for (const { modelId, price } of routes) {
    const abilities = abilitiesOf(modelId) ?? able
    const cost = mostItCanCost(price, {
      videoTokens: mostVideoTokens({ ...request, hasReferenceVideo }, abilities),
      videoMillis: Math.ceil(mostVideoSeconds(request, abilities) * 1000),
      videoRate: videoRateOf(request.resolution, request.generateAudio),
    })
    if (cost > most) most = cost
  }
  return most
}

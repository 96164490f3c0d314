import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { ResolvedRoute } from '@/lib/routing/schema'
import { mostItCanCost } from '@/lib/usage/most-it-can-cost'
import { mostVideoTokens } from '../schema'
import type { StoredRequest } from './task-record'

/** What a task must have held for it, in nano-USD: its tokens by the estimate, at the dearest of its routes. */
export function mostVideoCanCost(
  request: StoredRequest,
  able: VideoCapabilities,
  routes: readonly Pick<ResolvedRoute, 'price'>[],
): bigint {
  const hasReferenceVideo = request.media.some(({ type }) => type === 'video')
  const videoTokens = mostVideoTokens({ ...request, hasReferenceVideo }, able)
  let most = 0n
  for (const { price } of routes) {
    const cost = mostItCanCost(price, { videoTokens })
    if (cost > most) most = cost
  }
  return most
}

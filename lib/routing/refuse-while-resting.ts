import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { restingSeconds } from './route-health'
import type { ResolvedRoute } from './schema'
import { toAppError } from './upstream-fault'

/**
 * 429 while every upstream of a request has said when it may be asked again: nobody need wait for it to say so once more,
 * and no money need be held.
 */
export function refuseWhileResting(routes: readonly ResolvedRoute[]): void {
  const retryAfterSeconds = restingSeconds(routes)
  if (retryAfterSeconds !== undefined)
    throw toAppError(new UpstreamError('rate_limited', { retryAfterSeconds }))
}

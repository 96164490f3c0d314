import { logger } from '@/lib/platform/logger'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { noteRouteAbandoned, noteRouteFault, noteRouteLimit, noteRouteSuccess } from './route-health'
import type { ResolvedRoute } from './schema'

/** What a failed try says of its route. */
export function noteFailure(route: ResolvedRoute, error: UpstreamError): void {
  const { routeId, target } = route
  // The sandbox fails when a prompt asks it to: that says nothing of the next prompt.
  if (target.adapter === 'sandbox') return
  if (error.fault === 'rate_limited') noteRouteLimit(routeId, error.retryAfterSeconds)
  // A model that it lacks, or cannot do this with, is no sign of how it is.
  else if (error.fault === 'unsupported' || error.status === 404) noteRouteAbandoned(routeId)
  else if (error.fault === 'rejected') noteRouteSuccess(routeId)
  else if (noteRouteFault(routeId)) {
    const { providerId: provider, modelId: model } = route
    logger.warn(
      { provider, model, fault: error.fault },
      'a route fails too often: others go first for a while',
    )
  }
}

import { AppError } from '@/lib/platform/errors'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { reportRouteOutcome } from './route-health'
import type { ResolvedRoute } from './schema'
import { mayFallBack, toAppError } from './upstream-fault'

export type Attempt = { provider: string; code: string }
export type Tried<Result> =
  | { ok: true; result: Result; route: ResolvedRoute; attempts: Attempt[] }
  | { ok: false; error: unknown; route: ResolvedRoute; attempts: Attempt[] }

/**
 * Calls the routes in order until one answers. The next is tried only after a fault that it may not share, and only
 * while nothing has reached the client.
 */
export async function tryRoutes<Result>(
  routes: readonly ResolvedRoute[],
  signal: AbortSignal,
  call: (route: ResolvedRoute) => Promise<Result>,
): Promise<Tried<Result>> {
  const attempts: Attempt[] = []
  let last: { error: unknown; route: ResolvedRoute } | undefined
  for (const route of routes) {
    try {
      return { ok: true, result: await call(route), route, attempts }
    } catch (error) {
      last = { error, route }
      if (signal.aborted || !(error instanceof UpstreamError)) break
      const failure = { ok: false, retryAfterSeconds: error.retryAfterSeconds }
      if (mayFallBack(error) && error.fault !== 'unsupported') reportRouteOutcome(route.routeId, failure)
      if (!mayFallBack(error) || route === routes.at(-1)) break
      attempts.push({ provider: route.providerId, code: toAppError(error).wireCode })
    }
  }
  if (last === undefined) throw new AppError('model_not_found', { param: 'model' })
  return { ok: false, ...last, attempts }
}

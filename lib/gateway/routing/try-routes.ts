import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { beginSpan, currentScope, endSpan, type Scope, within } from '@/lib/platform/tracing'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { catalogRouteId, namingOwnKey } from './own-keys'
import {
  availabilityOf,
  forgetFormerKeys,
  recordFailure,
  recordRouteAbandoned,
  recordRouteSuccess,
  recordRouteTry,
  restingSeconds,
  upstreamTries,
} from './route-health'
import type { ResolvedRoute } from './schema'
import { failoverScope, toAppError } from './upstream-fault'

/** One call of an upstream. */
export type Attempt = {
  provider: string
  model: string
  route: string
  /** Why it failed; null if it answered. */
  code: string | null
  /** The upstream's HTTP status, if there was one. */
  status: number | null
  /** Until it answered (for a stream, until it began) or failed. */
  latencyMs: number
  /** Whether it used a customer's key. */
  ownKey?: true
}

/**
 * The outcome of a request. `attempts` is empty if the first route answered; otherwise it lists every try in order, and the
 * last one has this outcome.
 */
export type Tried<Result> =
  | { ok: true; result: Result; route: ResolvedRoute; attempts: readonly Attempt[] }
  | { ok: false; error: unknown; route: ResolvedRoute; attempts: readonly Attempt[] }

type RouteCall<Result> = (
  route: ResolvedRoute,
  failed: readonly Attempt[],
  startedAt: number,
  isLast: () => boolean,
) => Promise<Result>

export type TryOptions = {
  /** False after a fault that may have left work at the upstream: no other route is tried. */
  isSafeToGoOn?: (error: UpstreamError) => boolean
  /** Whether to call the same route again with a changed request. The refusal counts as an attempt. */
  adjusts?: (route: ResolvedRoute, error: UpstreamError) => boolean
}

/**
 * Calls the routes in order until one answers: healthy ones first, then those that failed recently, and none before its
 * retry time. The next route is tried only after a fault that it may not share, and only while nothing has reached the
 * client. `call` gets the failed tries before it, its start (`performance.now()`), and a function that returns whether no
 * other route could replace it now.
 */
export async function tryRoutes<Result>(
  routes: readonly ResolvedRoute[],
  signal: AbortSignal,
  call: RouteCall<Result>,
  { isSafeToGoOn = () => true, adjusts = () => false }: TryOptions = {},
): Promise<Tried<Result>> {
  forgetFormerKeys(routes)
  const failed: Attempt[] = []
  const run: Run = { tried: [], refusedModels: [], error: undefined }
  let last: ResolvedRoute | undefined
  for (let route = pick(routes, run); route !== undefined; route = pick(routes, run)) {
    const current = route
    last = current
    const isLast = () => pick(routes, { ...run, tried: [...run.tried, current] }) === undefined
    const startedAt = performance.now()
    recordRouteTry(route, startedAt)
    const scope = beginTry(route)
    try {
      const result = await within(scope, () => call(current, failed, startedAt, isLast))
      keepSpanOpen(scope)
      recordRouteSuccess(route.routeId)
      upstreamTries.at(route.providerId, route.modelId, 'ok').add()
      if (failed.length > 0)
        failed.push(attemptAt(route, { code: null, status: 200, latencyMs: performance.now() - startedAt }))
      return { ok: true, result, route, attempts: failed }
    } catch (thrown) {
      const error = namingOwnKey(route, thrown)
      failed.push(attemptOf(route, error, signal, startedAt))
      const outcome = error instanceof UpstreamError ? error.fault : signal.aborted ? 'aborted' : 'internal'
      upstreamTries.at(route.providerId, route.modelId, outcome).add()
      endSpan(scope, {}, outcome)
      if (signal.aborted || !(error instanceof UpstreamError)) {
        recordRouteAbandoned(route.routeId)
        return { ok: false, error, route, attempts: failed }
      }
      recordFailure(route, error)
      if (adjusts(route, error)) continue
      recordFault(run, route, error)
      if (!isSafeToGoOn(error)) break
    }
  }
  return {
    ok: false,
    error: closingError(routes, run.error),
    route: last ?? firstOf(routes),
    attempts: failed,
  }
}

/** OpenTelemetry's names of providers, where they differ from ours. */
const wellKnown: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  moonshotai: 'moonshot_ai',
}
const operations: Readonly<Record<string, string>> = { embedding: 'embeddings', chat: 'chat' }

/** A span by OpenTelemetry's conventions for generative AI. `TRACE_PROVIDERS` lists the providers that traces are passed on to. */
function beginTry({ providerId, modelId, upstreamId }: ResolvedRoute): Scope | undefined {
  if (currentScope() === undefined) return undefined
  const operation = operations[catalogSnapshot().knownModels.get(modelId) ?? ''] ?? 'generate_content'
  return beginSpan(`${operation} ${modelId}`, {
    kind: 'CLIENT',
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': wellKnown[providerId] ?? providerId,
      'gen_ai.request.model': upstreamId,
      'portico.provider': providerId,
      'portico.model': modelId,
    },
    isHandedOn: env()
      .TRACE_PROVIDERS.split(',')
      .some((id) => id.trim() === providerId),
  })
}

/** After an answer: the span stays open until its usage is booked. */
function keepSpanOpen(scope: Scope | undefined): void {
  const current = currentScope()
  endSpan(current === undefined ? scope : current.answering)
  if (current !== undefined) current.answering = scope
}

type Run = {
  tried: ResolvedRoute[]
  /** Models that refused the request; their other routes would refuse it too. */
  refusedModels: string[]
  error: UpstreamError | undefined
}

/** The next route to try: the first healthy one, or else the first last resort. */
function pick(routes: readonly ResolvedRoute[], { tried, refusedModels }: Run): ResolvedRoute | undefined {
  let lastResort: ResolvedRoute | undefined
  for (const route of routes) {
    if (tried.includes(route) || refusedModels.includes(route.modelId)) continue
    const availability = availabilityOf(route.routeId)
    if (availability === 'ready') return route
    if (availability === 'last_resort') lastResort ??= route
  }
  return lastResort
}

function recordFault(run: Run, route: ResolvedRoute, error: UpstreamError): void {
  run.tried.push(route)
  if (failoverScope(error) === 'other_model') run.refusedModels.push(route.modelId)
  // Why another route failed says more than that this one lacks a feature.
  if (run.error === undefined || error.fault !== 'unsupported') run.error = error
}

/** If every route is resting, the error says when the first one can be tried again. */
function closingError(routes: readonly ResolvedRoute[], error: UpstreamError | undefined): unknown {
  if (error !== undefined && error.fault !== 'rate_limited') return error
  const retryAfterSeconds = restingSeconds(routes)
  if (error !== undefined && retryAfterSeconds === undefined) return error
  const message = error?.hasPublicMessage ? error.message : undefined
  return new UpstreamError('rate_limited', { message, status: 429, retryAfterSeconds, cause: error })
}

function attemptOf(route: ResolvedRoute, error: unknown, signal: AbortSignal, startedAt: number): Attempt {
  const isUpstreamFault = error instanceof UpstreamError
  const code = isUpstreamFault ? toAppError(error).wireCode : signal.aborted ? 'aborted' : 'internal_error'
  const status = isUpstreamFault ? (error.status ?? null) : null
  return attemptAt(route, { code, status, latencyMs: performance.now() - startedAt })
}

function firstOf(routes: readonly ResolvedRoute[]): ResolvedRoute {
  const [first] = routes
  if (first === undefined) throw new AppError('model_not_found', { param: 'model' })
  return first
}

export function attemptAt(
  { providerId, modelId, routeId, ownKeyFactor }: ResolvedRoute,
  { code, status, latencyMs }: Pick<Attempt, 'code' | 'status' | 'latencyMs'>,
): Attempt {
  const names = { provider: providerId, model: modelId, route: catalogRouteId(routeId) }
  const ownKey = ownKeyFactor === undefined ? {} : { ownKey: true as const }
  return { ...names, code, status, latencyMs: Math.round(latencyMs), ...ownKey }
}

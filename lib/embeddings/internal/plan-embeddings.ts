import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { refuseWhileResting } from '@/lib/routing/refuse-while-resting'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import type { RouteRequest } from '@/lib/routing/schema'
import { mostItCanCost } from '@/lib/usage/meter'
import type { EmbeddingRequest } from '../schema'
import { boundTokens, sumOfTokens } from './input-tokens'
import { type EmbeddingInputs, listInputs } from './list-inputs'

/** What will be sent, where it may be sent, and the most it can cost. */
export type EmbeddingPlan = {
  inputs: EmbeddingInputs
  routes: readonly ResolvedRoute[]
  worstCaseNanos: bigint
}

export function planEmbeddings(caller: Caller, request: EmbeddingRequest): EmbeddingPlan {
  const { model, routes } = resolveRoutes(caller, routeRequestOf(request))
  const inputs = listInputs(request.input)
  // Another model's vectors lie in another space, and comparing them misleads: only those step in that this request names.
  const own = routes.filter(({ modelId }) => modelId === model.id || request.models?.includes(modelId))
  refuseWhileResting(own)
  let worstCaseNanos = 0n
  for (const { price, contextLength } of own) {
    const most = contextLength ?? Number.POSITIVE_INFINITY
    const promptTokens = inputs.reduce((sum, input) => sum + Math.min(boundTokens(input), most), 0)
    const cost = mostItCanCost(price, { promptTokens })
    if (cost > worstCaseNanos) worstCaseNanos = cost
  }
  return { inputs, routes: own, worstCaseNanos }
}

function routeRequestOf({ model, models, provider, dimensions }: EmbeddingRequest): RouteRequest {
  const parameters = dimensions == null ? [] : ['dimensions']
  return { model, modality: 'embedding', models, provider, parameters }
}

/**
 * Routes that take the longest input, which is counted only where its bound says that it may be too long. Throws 400 where
 * none does.
 */
export function roomyRoutes(
  { inputs, routes }: EmbeddingPlan,
  given: EmbeddingRequest['input'],
): readonly ResolvedRoute[] {
  const bounds = inputs.map(boundTokens)
  const longest = bounds.indexOf(Math.max(...bounds))
  const limitOf = ({ contextLength }: ResolvedRoute) => contextLength ?? Number.POSITIVE_INFINITY
  if (routes.every((route) => Number(bounds[longest]) <= limitOf(route))) return routes
  const tokens = sumOfTokens(inputs.slice(longest, longest + 1))
  const roomy = routes.filter((route) => tokens <= limitOf(route))
  if (roomy.length > 0) return roomy
  const param = typeof given === 'string' || typeof given[0] === 'number' ? 'input' : `input[${longest}]`
  throw new AppError('context_length_exceeded', {
    param,
    message: `${param} has about ${tokens} tokens; the model takes ${Math.max(...routes.map(limitOf))} at once.`,
  })
}

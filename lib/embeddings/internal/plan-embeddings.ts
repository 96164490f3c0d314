import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { refuseWhileResting } from '@/lib/routing/refuse-while-resting'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import type { RouteRequest } from '@/lib/routing/schema'
import { mostItCanCost } from '@/lib/usage/most-it-can-cost'
import type { EmbeddingRequest } from '../schema'
import { boundTokens, exactTokens } from './input-tokens'
import { type EmbeddingInputs, listInputs } from './list-inputs'

/** What will be sent, where it may be sent, and the most it can cost. */
export type EmbeddingPlan = {
  inputs: EmbeddingInputs
  routes: readonly ResolvedRoute[]
  worstCaseNanos: bigint
}

export async function planEmbeddings(caller: Caller, request: EmbeddingRequest): Promise<EmbeddingPlan> {
  const { model, routes } = resolveRoutes(caller, routeRequestOf(request))
  const inputs = listInputs(request.input)
  // Another model's vectors lie in another space, and comparing them misleads: only those step in that this request names.
  const own = routes.filter(({ modelId }) => modelId === model.id || request.models?.includes(modelId))
  const roomy = await roomyRoutes(own, request.input, inputs)
  refuseWhileResting(roomy)
  const promptTokens = inputs.reduce((sum, input) => sum + boundTokens(input), 0)
  let worstCaseNanos = 0n
  for (const { price } of roomy) {
    const cost = mostItCanCost(price, { promptTokens })
    if (cost > worstCaseNanos) worstCaseNanos = cost
  }
  return { inputs, routes: roomy, worstCaseNanos }
}

function routeRequestOf({ model, models, provider, dimensions }: EmbeddingRequest): RouteRequest {
  const parameters = dimensions == null ? [] : ['dimensions']
  return { model, modality: 'embedding', models, provider, parameters }
}

/** Routes that take inputs so long. One is counted exactly only when its bound says that it may be too long. */
async function roomyRoutes(
  routes: readonly ResolvedRoute[],
  given: EmbeddingRequest['input'],
  inputs: EmbeddingInputs,
): Promise<readonly ResolvedRoute[]> {
  const limits = routes.map(({ contextLength }) => contextLength ?? Number.POSITIVE_INFINITY)
  const least = Math.min(...limits)
  const most = 2 * Math.max(...limits)
  const sizes: number[] = []
  for (const input of inputs) sizes.push(boundTokens(input) <= least ? 0 : await exactTokens(input, most))
  const largest = Math.max(...sizes)
  const roomy = routes.filter((_, place) => largest <= (limits[place] ?? 0))
  if (roomy.length > 0) return roomy
  const param =
    typeof given === 'string' || typeof given[0] === 'number' ? 'input' : `input[${sizes.indexOf(largest)}]`
  const size = largest > most ? `more than ${most}` : `about ${largest}`
  throw new AppError('context_length_exceeded', {
    param,
    message: `${param} has ${size} tokens; the model takes ${Math.max(...limits)} at once.`,
  })
}

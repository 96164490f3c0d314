import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { askModel } from '@/lib/upstream/registry'
import type { CallContext } from '../charged-call'
import { boundTokens, performCall, sumOfTokens } from '../perform-call'
import type { EmbeddingReply, EmbeddingRequest } from './schema'

/** Turns texts into vectors. Throws as `performCall` does, and `context_length_exceeded` (400) for a text that is too long. */
export function createEmbeddings(
  caller: Caller,
  request: EmbeddingRequest,
  context: CallContext,
): Promise<EmbeddingReply> {
  const { model, models, provider, dimensions, user } = request
  const inputs = listInputs(request.input)
  const encode = request.encoding_format === 'base64' ? toBase64 : (vector: number[]) => vector
  return performCall(
    caller,
    {
      modality: 'embedding',
      asked: { model, models, provider, parameters: dimensions == null ? [] : ['dimensions'] },
      promptTokens: (route, tokensOf) =>
        inputs.reduce((sum, input) => sum + Math.min(tokensOf(input), limitOf(route)), 0),
      countTokens: () => sumOfTokens(inputs),
      fit: (routes) => roomyRoutes(inputs, routes, request.input),
      ask: (route, watch) =>
        askModel('embedding', route, (adapter) =>
          adapter.embed({
            model: route.upstreamId,
            input: inputs,
            dimensions: dimensions ?? null,
            user: user ?? null,
            ...watch,
          }),
        ),
      write: ({ vectors }, about) => ({
        object: 'list',
        data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
        ...about,
      }),
    },
    context,
  )
}

/** 32-bit floats, little-endian, as OpenAI's clients read them. */
function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, one] of vector.entries()) bytes.writeFloatLE(one, index * 4)
  return bytes.toString('base64')
}

const limitOf = ({ contextLength }: ResolvedRoute) => contextLength ?? Number.POSITIVE_INFINITY

/**
 * Routes that accept the longest input, which is counted only where its bound says that it may be too long. Throws 400
 * where none does.
 */
function roomyRoutes(
  inputs: EmbeddingInputs,
  routes: readonly ResolvedRoute[],
  given: EmbeddingRequest['input'],
): readonly ResolvedRoute[] {
  const bounds = inputs.map(boundTokens)
  const longest = bounds.indexOf(Math.max(...bounds))
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

type EmbeddingInputs = string[] | number[][]

/** The inputs as a list, also where the caller sent only one. */
function listInputs(input: EmbeddingRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return [input]
  const texts = input.filter((item) => typeof item === 'string')
  if (texts.length > 0) return texts
  const tokens = input.filter((item) => typeof item === 'number')
  return tokens.length > 0 ? [tokens] : input.filter((item) => Array.isArray(item))
}

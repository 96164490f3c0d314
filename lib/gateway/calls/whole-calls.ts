import { type ResolvedRoute, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { RouteRequest } from '@/lib/gateway/routing/schema'
import { FAR, type Recount } from '@/lib/money/usage/counted-hold'
import { dearest, mostItCanCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { countTexts, countWhole } from '@/lib/platform/tokens'
import { leastTokens, mostTokens } from '@/lib/upstream/prompt-tokens'
import { askModel } from '@/lib/upstream/registry'
import { type CallContext, charged, type Used } from './charged-call'
import type {
  CallUsage,
  EmbeddingReply,
  EmbeddingRequest,
  ModerationReply,
  ModerationRequest,
  RerankReply,
  RerankRequest,
} from './schema'

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

/** More than any upstream counts for a picture. */
const TOKENS_OF_PICTURE = 4096

/** Says what is harmful in texts or pictures. Throws as `performCall` does. */
export function createModeration(
  caller: Caller,
  { model, models, provider, input: given }: ModerationRequest,
  context: CallContext,
): Promise<ModerationReply> {
  const input = typeof given === 'string' ? [given] : given
  const parts = input.map((one) => (typeof one === 'string' ? { type: 'text' as const, text: one } : one))
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const pictures = TOKENS_OF_PICTURE * (parts.length - texts.length)
  return performCall(
    caller,
    {
      modality: 'moderation',
      asked: { model, models, provider },
      promptTokens: (_, tokensOf) => texts.reduce((sum, text) => sum + tokensOf(text), pictures),
      countTokens: () => sumOfTokens(texts),
      ask: (route, watch) =>
        askModel('moderation', route, (adapter) =>
          adapter.moderate({ model: route.upstreamId, input, ...watch }),
        ),
      write: ({ verdicts }, about) => ({ id: newId('modr'), results: [...verdicts], ...about }),
    },
    context,
  )
}

/** Orders documents by how relevant they are to a query. Throws as `performCall` does. */
export function createRerank(
  caller: Caller,
  request: RerankRequest,
  context: CallContext,
): Promise<RerankReply> {
  const { model, models, provider, query, top_n, return_documents } = request
  const documents = request.documents.map((one) => (typeof one === 'string' ? one : one.text))
  return performCall(
    caller,
    {
      modality: 'rerank',
      asked: { model, models, provider },
      // A model reads the query with every document anew; not all upstreams count it so.
      promptTokens: (_, tokensOf) =>
        documents.reduce((sum, text) => sum + tokensOf(text), documents.length * tokensOf(query)),
      countTokens: () => sumOfTokens([query]) * documents.length + sumOfTokens(documents),
      ask: (route, watch) =>
        askModel('rerank', route, (adapter) =>
          adapter.rerank({ model: route.upstreamId, query, documents, topN: top_n ?? null, ...watch }),
        ),
      write: ({ ranked }, about) => ({
        id: newId('rerank'),
        results: ranked.map(({ index, score }) => ({
          index,
          relevance_score: score,
          ...(return_documents && { document: { text: documents[index] ?? '' } }),
        })),
        ...about,
      }),
    },
    context,
  )
}

/** What one kind of call has of its own. */
type MeteredCall<Answer, Reply> = {
  modality: 'embedding' | 'moderation' | 'rerank'
  /** Of the request, `parameters` with what only some routes accept. */
  asked: Omit<RouteRequest, 'modality'>
  /** The tokens that the prompt has at a route, where each of its inputs has as many as `tokensOf` says. */
  promptTokens(route: ResolvedRoute, tokensOf: (input: Input) => number): number
  /** The prompt's tokens as counted here, where the upstream does not say. */
  countTokens(): number
  /** The routes that the prompt fits in. Throws 400 where there is none. */
  fit?(routes: readonly ResolvedRoute[]): readonly ResolvedRoute[]
  ask(route: ResolvedRoute, watch: { signal: AbortSignal; onAccepted: () => void }): Promise<Answer>
  write(answer: Answer, about: { model: string; usage: CallUsage }): Reply
}

/** The call, with what is held for it: settled by the upstream's count of tokens, else by ours. */
function performCall<Answer extends { promptTokens: number | null }, Reply>(
  caller: Caller,
  call: MeteredCall<Answer, Reply>,
  context: CallContext,
): Promise<Reply> {
  const { modality } = call
  const routes = routesOf(caller, call)
  const worstCaseNanos = costOfMost(call, routes, boundTokens)
  const usedBy = (reported: number | null | undefined): Used =>
    reported == null
      ? { promptTokens: call.countTokens(), usageSource: 'estimated' }
      : { promptTokens: reported, usageSource: 'upstream' }
  const terms = { modality, worstCaseNanos, recount: recountOf(call, routes), waits: true }
  return charged(caller, context, terms, async (charge) => {
    const served = await charge.try(
      call.fit?.(routes) ?? routes,
      (route, { signal }) => call.ask(route, { signal, onAccepted: charge.accept }),
      (_route, answer) => usedBy(answer?.promptTokens),
    )
    const reading = charge.reading(served, usedBy(served.result.promptTokens))
    const { promptTokens: tokens } = reading
    const usage = { prompt_tokens: tokens, total_tokens: tokens, cost: await charge.chargedUsd(reading) }
    const reply = call.write(served.result, { model: served.route.modelId, usage })
    charge.settle(reading)
    return reply
  })
}

type Prompt = Pick<MeteredCall<never, never>, 'promptTokens' | 'countTokens'>

function costOfMost(
  call: Prompt,
  routes: readonly ResolvedRoute[],
  tokensOf: (input: Input, route: ResolvedRoute) => number,
): bigint {
  return dearest(routes, (route) =>
    mostItCanCost(route.price, { promptTokens: call.promptTokens(route, (input) => tokensOf(input, route)) }),
  )
}

/** The same by a count of the inputs, for who cannot hold them by their bytes. */
function recountOf(call: Prompt, routes: readonly ResolvedRoute[]): Recount {
  return {
    get leastNanos() {
      return costOfMost(call, routes, (input) => leastTokens(boundTokens(input)))
    },
    count: async (availableNanos) => {
      const estimate = call.countTokens()
      const estimated = dearest(routes, (route) =>
        mostItCanCost(route.price, {
          promptTokens: Math.min(estimate, call.promptTokens(route, boundTokens)),
        }),
      )
      if (estimated > FAR * availableNanos) return { countedNanos: estimated, mostNanos: estimated }
      const texts = new Set<string>()
      const collect = (input: Input) => {
        if (typeof input === 'string') texts.add(input)
        return 0
      }
      for (const route of routes) call.promptTokens(route, collect)
      const counts = await countWhole([...texts])
      const countOf = new Map([...texts].map((text, index) => [text, counts[index] ?? 0]))
      const counted = (input: Input) => (typeof input === 'string' ? countOf.get(input) : input.length) ?? 0
      return {
        countedNanos: costOfMost(call, routes, counted),
        mostNanos: costOfMost(call, routes, (input, route) =>
          mostTokens(counted(input), boundTokens(input), route),
        ),
      }
    },
  }
}

/**
 * Another model's answer is another thing (vectors of two models lie in two spaces, scores are not on one scale): only those
 * step in that the request names.
 */
function routesOf(
  caller: Caller,
  { modality, asked }: Pick<MeteredCall<never, never>, 'modality' | 'asked'>,
): readonly ResolvedRoute[] {
  const { model, routes } = resolveRoutes(caller, { ...asked, modality })
  const own = routes.filter(({ modelId }) => modelId === model.id || asked.models?.includes(modelId))
  refuseWhileResting(own)
  return own
}

const TOKENS_AROUND = 3

/** A text, or one as the model's own tokens. */
type Input = string | readonly number[]

/** An upper bound for a hold: no token has less than a byte. */
function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Buffer.byteLength(input)
}

/** By a real tokenizer; long texts are estimated. */
function sumOfTokens(inputs: readonly Input[]): number {
  const texts = inputs.filter((input) => typeof input === 'string')
  const given = inputs.reduce((sum, input) => (typeof input === 'string' ? sum : sum + input.length), 0)
  return given + countTexts(texts)
}

import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { Resolution, ResolvedRoute, RouteRequest } from '@/lib/gateway/routing/schema'
import { MAX_ESTIMATE_RATIO, type Recount } from '@/lib/money/ledger/holds'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { countTexts, countWhole } from '@/lib/platform/tokens'
import { leastTokens, mostTokens } from '@/lib/upstream/prompt-tokens'
import { askModel } from '@/lib/upstream/registry'
import { type CallContext, charged, type Used } from './charged-call'
import { limitsOf } from './limits'
import type {
  CallUsage,
  EmbeddingReply,
  EmbeddingRequest,
  ModerationReply,
  ModerationRequest,
  RerankReply,
  RerankRequest,
} from './schema'

/** Turns texts into vectors. Throws like `performCall`, and `context_length_exceeded` (400) for a text that is too long. */
export function createEmbeddings(
  caller: Caller,
  request: EmbeddingRequest,
  context: CallContext,
): Promise<EmbeddingReply> {
  const { model, models, provider, dimensions, user, input_type: inputType } = request
  const inputs = listInputs(request.input)
  const encode = request.encoding_format === 'base64' ? toBase64 : (vector: number[]) => vector
  return performCall(
    caller,
    {
      modality: 'embedding',
      asked: {
        ...{ model, models, provider, parameters: dimensions == null ? [] : ['dimensions'] },
        ...(inputType && { options: [typedInput] }),
      },
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
            inputType: inputType ?? null,
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

const typedInput: NonNullable<RouteRequest['options']>[number] = {
  param: 'input_type',
  refusal: 'does not support input_type',
  isServedBy: ({ supportedParameters }) => supportedParameters.includes('input_type'),
}

/** 32-bit floats, little-endian, as OpenAI's clients read them. */
function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, one] of vector.entries()) bytes.writeFloatLE(one, index * 4)
  return bytes.toString('base64')
}

const limitOf = ({ contextLength }: ResolvedRoute) => contextLength ?? Number.POSITIVE_INFINITY

/** The routes that accept the longest input, which is counted only if it may be too long. Throws 400 if none does. */
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
    message: `${param} has about ${tokens} tokens; the model accepts at most ${Math.max(...routes.map(limitOf))} per input.`,
  })
}

type EmbeddingInputs = string[] | number[][]

/** The inputs as a list, even if the caller sent only one. */
function listInputs(input: EmbeddingRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return [input]
  const texts = input.filter((item) => typeof item === 'string')
  if (texts.length > 0) return texts
  const tokens = input.filter((item) => typeof item === 'number')
  return tokens.length > 0 ? [tokens] : input.filter((item) => Array.isArray(item))
}

/** More than any upstream counts for an image. */
const TOKENS_OF_IMAGE = 4096

/** Classifies texts or images by categories of harm. Throws like `performCall`. */
export function createModeration(
  caller: Caller,
  { model, models, provider, input: given }: ModerationRequest,
  context: CallContext,
): Promise<ModerationReply> {
  const input = typeof given === 'string' ? [given] : given
  const parts = input.map((one) => (typeof one === 'string' ? { type: 'text' as const, text: one } : one))
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const imageTokens = TOKENS_OF_IMAGE * (parts.length - texts.length)
  return performCall(
    caller,
    {
      modality: 'moderation',
      asked: { model, models, provider },
      promptTokens: (_, tokensOf) => texts.reduce((sum, text) => sum + tokensOf(text), imageTokens),
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

/** Orders documents by their relevance to a query. Throws like `performCall`. */
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
      // A model reads the query again with every document, though not all upstreams count it.
      promptTokens: (_, tokensOf) =>
        documents.reduce((sum, text) => sum + tokensOf(text), documents.length * tokensOf(query)),
      countTokens: () => sumOfTokens([query]) * documents.length + sumOfTokens(documents),
      searchUnits: (tokensOf) => searchUnits(tokensOf, query, documents),
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

const DOCUMENTS_OF_UNIT = 100
const TOKENS_OF_DOCUMENT = 500

/**
 * Cohere bills searches of up to 100 documents; one that is longer than 500 tokens with its query is split, and counts as
 * several. https://docs.cohere.com/docs/rerank-overview
 */
function searchUnits(
  tokensOf: (input: Input) => number,
  query: string,
  documents: readonly string[],
): number {
  const room = Math.max(1, TOKENS_OF_DOCUMENT - Math.min(tokensOf(query), TOKENS_OF_DOCUMENT / 2))
  const pieces = documents.reduce((sum, text) => sum + Math.max(1, Math.ceil(tokensOf(text) / room)), 0)
  return Math.ceil(pieces / DOCUMENTS_OF_UNIT)
}

/** How one kind of call differs from the others. */
type MeteredCall<Answer, Reply> = {
  modality: 'embedding' | 'moderation' | 'rerank'
  /** What routing needs; `parameters` are those that only some routes support. */
  asked: Omit<RouteRequest, 'modality'>
  /** The prompt's tokens at a route, given the tokens of an input by `tokensOf`. */
  promptTokens(route: ResolvedRoute, tokensOf: (input: Input) => number): number
  /** The prompt's tokens as counted here, for upstreams that do not report them. */
  countTokens(): number
  /** Searches as Cohere bills them, given the tokens of an input. */
  searchUnits?(tokensOf: (input: Input) => number): number
  /** The routes that accept the prompt. Throws 400 if none does. */
  fit?(routes: readonly ResolvedRoute[]): readonly ResolvedRoute[]
  ask(route: ResolvedRoute, watch: { signal: AbortSignal; onAccepted: () => void }): Promise<Answer>
  write(answer: Answer, about: { model: string; usage: CallUsage }): Reply
}

/** Holds, calls and settles: by the upstream's count of tokens, or else by ours. */
function performCall<Answer extends { promptTokens: number | null; searchUnits?: number | undefined }, Reply>(
  caller: Caller,
  call: MeteredCall<Answer, Reply>,
  context: CallContext,
): Promise<Reply> {
  const { modality } = call
  const { model, routes } = resolve(caller, call)
  const worstCaseNanos = costOfMost(call, routes, boundTokens)
  const usedBy = ({ price }: ResolvedRoute, answer: Answer | undefined): Used => {
    const isBySearch = price.webSearch !== null
    const reported = isBySearch ? answer?.searchUnits : answer?.promptTokens
    const counted = () => call.searchUnits?.((input) => sumOfTokens([input]))
    return {
      promptTokens: answer?.promptTokens ?? call.countTokens(),
      ...(isBySearch && { webSearches: answer?.searchUnits ?? counted() }),
      usageSource: reported == null ? 'estimated' : 'upstream',
    }
  }
  const limits = limitsOf(caller, model)
  const limited = limits && { limits, tokens: call.countTokens() }
  const terms = { modality, worstCaseNanos, recount: recountOf(call, routes), waits: true, limited }
  return charged(caller, context, terms, async (charge) => {
    const served = await charge.try(
      call.fit?.(routes) ?? routes,
      (route, { signal }) => call.ask(route, { signal, onAccepted: charge.accept }),
      usedBy,
    )
    const reading = charge.reading(served, usedBy(served.route, served.result))
    const { promptTokens: tokens } = reading
    const usage = { prompt_tokens: tokens, total_tokens: tokens, cost: await charge.chargedUsd(reading) }
    const reply = call.write(served.result, { model: served.route.modelId, usage })
    charge.settle(reading)
    return reply
  })
}

type Prompt = Pick<MeteredCall<never, never>, 'promptTokens' | 'countTokens' | 'searchUnits'>

function costOfMost(
  call: Prompt,
  routes: readonly ResolvedRoute[],
  tokensOf: (input: Input, route: ResolvedRoute) => number,
): bigint {
  return highestCost(routes, (route) =>
    worstCaseCost(route.price, {
      promptTokens: call.promptTokens(route, (input) => tokensOf(input, route)),
      webSearches: route.price.webSearch === null ? 0 : call.searchUnits?.(boundTokens),
    }),
  )
}

/** The worst case by a count of tokens, for customers who cannot hold the one by bytes. */
function recountOf(call: Prompt, routes: readonly ResolvedRoute[]): Recount {
  return {
    get leastNanos() {
      return costOfMost(call, routes, (input) => leastTokens(boundTokens(input)))
    },
    count: async (availableNanos) => {
      const estimate = call.countTokens()
      const estimated = highestCost(routes, (route) =>
        worstCaseCost(route.price, {
          promptTokens: Math.min(estimate, call.promptTokens(route, boundTokens)),
          webSearches: call.searchUnits?.(boundTokens),
        }),
      )
      if (estimated > MAX_ESTIMATE_RATIO * availableNanos)
        return { countedNanos: estimated, mostNanos: estimated }
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
 * Answers of two models cannot be compared (their vectors lie in different spaces, their scores on different scales), so only
 * fallbacks that the request itself names are used.
 */
function resolve(
  caller: Caller,
  { modality, asked }: Pick<MeteredCall<never, never>, 'modality' | 'asked'>,
): Resolution {
  const { model, routes } = resolveRoutes(caller, { ...asked, modality })
  const allowed = routes.filter(({ modelId }) => modelId === model.id || asked.models?.includes(modelId))
  refuseWhileResting(allowed)
  return { model, routes: allowed }
}

const TOKENS_AROUND = 3

/** A text, or a text as the model's tokens. */
type Input = string | readonly number[]

/** An upper bound for the hold: no token is shorter than a byte. */
function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Buffer.byteLength(input)
}

/** Counted with a real tokenizer; long texts are estimated. */
function sumOfTokens(inputs: readonly Input[]): number {
  const texts = inputs.filter((input) => typeof input === 'string')
  const given = inputs.reduce((sum, input) => (typeof input === 'string' ? sum : sum + input.length), 0)
  return given + countTexts(texts)
}

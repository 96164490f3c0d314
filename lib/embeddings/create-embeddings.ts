import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { countTexts } from '@/lib/platform/tokens'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/routing/route-health'
import type { RouteRequest } from '@/lib/routing/schema'
import { type Tried, tryRoutes } from '@/lib/routing/try-routes'
import { toCallError } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { embeddingModelFor } from '@/lib/upstream/registry'
import type { MeterReading } from '@/lib/usage/booking'
import { costOf, type Meter, mostItCanCost, openMeter, releaseMeter, settleMeter } from '@/lib/usage/meter'
import type { EmbeddingReply, EmbeddingRequest } from './schema'

/**
 * Where the request comes from: its id (also of its hold and its usage row), whether its client is still there, and, where
 * its answer is kept for retries, whether that was done.
 */
type EmbeddingContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
}

const NANOS_PER_USD = 1e9

/**
 * Turns texts into vectors. Holds the most it can cost, tries the model's routes until one answers, and settles by what
 * was used: the upstream's count of tokens, else ours.
 */
export async function createEmbeddings(
  caller: Caller,
  request: EmbeddingRequest,
  { requestId, signal, answerKept }: EmbeddingContext,
): Promise<EmbeddingReply> {
  const plan = planEmbeddings(caller, request)
  const meter = openMeter(caller, requestId, plan.worstCaseNanos, answerKept)
  return embed(plan, meter, request, signal).catch((error: unknown) => {
    void releaseMeter(meter)
    throw error
  })
}

async function embed(
  plan: EmbeddingPlan,
  meter: Meter,
  request: EmbeddingRequest,
  signal: AbortSignal,
): Promise<EmbeddingReply> {
  await meter.held
  const { inputs } = plan
  let isAccepted = false
  const tried = await tryRoutes(roomyRoutes(plan, request.input), signal, async (route) => {
    isAccepted = false
    const onAccepted = () => {
      isAccepted = true
    }
    const answer = await embeddingModelFor(route.target).embed({
      model: route.upstreamId,
      input: inputs,
      dimensions: request.dimensions ?? null,
      user: request.user ?? null,
      signal,
      onAccepted,
    })
    onAccepted()
    return answer
  })
  if (!tried.ok || signal.aborted) {
    const hasFailed = !tried.ok && tried.error instanceof UpstreamError
    const isOwed = isAccepted && signal.aborted && !hasFailed
    const reported = tried.ok ? tried.result.promptTokens : null
    throw failEmbeddings(meter, tried, signal, isOwed ? usedTokens(inputs, reported) : nothingUsed)
  }
  const { result, route, attempts } = tried
  const used = usedTokens(inputs, result.promptTokens)
  const ending = { ...used, status: 'success', finishReason: null, errorCode: null, attempts } as const
  const reading = toReading(route, ending)
  const encode = request.encoding_format === 'base64' ? toBase64 : (vector: number[]) => vector
  const reply: EmbeddingReply = {
    object: 'list',
    data: result.vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    model: route.modelId,
    usage: {
      prompt_tokens: used.promptTokens,
      total_tokens: used.promptTokens,
      cost: Number(costOf(reading)) / NANOS_PER_USD,
    },
  }
  void settleMeter(meter, reading)
  return reply
}

/** 32-bit floats, little-endian, as OpenAI's clients read them. */
function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [place, one] of vector.entries()) bytes.writeFloatLE(one, place * 4)
  return bytes.toString('base64')
}

/** What will be sent, where it may be sent, and the most it can cost. */
type EmbeddingPlan = {
  inputs: EmbeddingInputs
  routes: readonly ResolvedRoute[]
  worstCaseNanos: bigint
}

function planEmbeddings(caller: Caller, request: EmbeddingRequest): EmbeddingPlan {
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
function roomyRoutes(
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

type EmbeddingInputs = string[] | number[][]

/** The inputs as a list, also where the caller sent only one. */
function listInputs(input: EmbeddingRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return [input]
  const texts = input.filter((item) => typeof item === 'string')
  if (texts.length > 0) return texts
  const tokens = input.filter((item) => typeof item === 'number')
  return tokens.length > 0 ? [tokens] : input.filter((item) => Array.isArray(item))
}

const TOKENS_AROUND = 3

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

type Used = Pick<MeterReading, 'promptTokens' | 'usageSource'>

const nothingUsed: Used = { promptTokens: 0, usageSource: 'none' }

/** As the upstream reported it, else as counted here. */
function usedTokens(inputs: EmbeddingInputs, reported: number | null): Used {
  return reported === null
    ? { promptTokens: sumOfTokens(inputs), usageSource: 'estimated' }
    : { promptTokens: reported, usageSource: 'upstream' }
}

/**
 * Books a call that delivered nothing and answers the error that the client gets. It costs nothing, except where the client
 * hung up after an upstream had accepted it.
 */
function failEmbeddings(meter: Meter, tried: Tried<unknown>, client: AbortSignal, used: Used): AppError {
  const { route, attempts } = tried
  const failure = client.aborted
    ? new AppError('client_closed_request')
    : toCallError(tried.ok ? undefined : tried.error)
  const ending = client.aborted
    ? ({ status: 'success', finishReason: 'aborted', errorCode: null } as const)
    : ({ status: 'failed', finishReason: null, errorCode: failure.wireCode } as const)
  void settleMeter(meter, toReading(route, { ...used, ...ending, attempts }))
  return failure
}

type Ending = Used & Pick<MeterReading, 'status' | 'finishReason' | 'errorCode' | 'attempts'>

function toReading(route: ResolvedRoute, ending: Ending): MeterReading {
  return {
    ...ending,
    modality: 'embedding',
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    cachedTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    firstByteAt: null,
  }
}

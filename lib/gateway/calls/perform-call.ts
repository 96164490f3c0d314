import { type ResolvedRoute, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { RouteRequest } from '@/lib/gateway/routing/schema'
import { type Tried, tryRoutes } from '@/lib/gateway/routing/try-routes'
import { toCallError } from '@/lib/gateway/routing/upstream-fault'
import { FAR, type Recount } from '@/lib/money/usage/counted-hold'
import {
  chargeOf,
  type Meter,
  mostItCanCost,
  openMeter,
  releaseMeter,
  settleMeter,
} from '@/lib/money/usage/meter'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { countTexts, countWhole } from '@/lib/platform/tokens'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { leastTokens, mostTokens } from '@/lib/upstream/prompt-tokens'
import type { CallUsage } from './schema'

/**
 * Where the request comes from: its id (also of its hold and its usage row), whether its client is still there, and, where
 * its answer is kept for retries, whether that was done.
 */
export type CallContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
}

/** What the upstream gets besides the call: a stop signal, and a callback for having accepted it (2xx headers). */
export type Watch = { signal: AbortSignal; onAccepted: () => void }

/** What one kind of call has of its own. */
export type MeteredCall<Answer, Reply> = {
  modality: 'embedding' | 'moderation' | 'rerank'
  /** Of the request, `parameters` with what only some routes accept. */
  asked: Omit<RouteRequest, 'modality'>
  /** The tokens that the prompt has at a route, where each of its inputs has as many as `tokensOf` says. */
  promptTokens(route: ResolvedRoute, tokensOf: (input: Input) => number): number
  /** The prompt's tokens as counted here, where the upstream does not say. */
  countTokens(): number
  /** The routes that the prompt fits in. Throws 400 where there is none. */
  fit?(routes: readonly ResolvedRoute[]): readonly ResolvedRoute[]
  ask(route: ResolvedRoute, watch: Watch): Promise<Answer>
  write(answer: Answer, about: { model: string; usage: CallUsage }): Reply
}

const NANOS_PER_USD = 1e9

/**
 * Holds the most that a call can cost, tries the model's routes until one answers, and settles by what was used: the
 * upstream's count of tokens, else ours. Throws what routing, the hold and the upstream refuse.
 */
export async function performCall<Answer extends { promptTokens: number | null }, Reply>(
  caller: Caller,
  call: MeteredCall<Answer, Reply>,
  { requestId, signal, answerKept }: CallContext,
): Promise<Reply> {
  const routes = routesOf(caller, call)
  const worstCase = costOfMost(call, routes, boundTokens)
  const meter = openMeter(caller, requestId, worstCase, answerKept, recountOf(call, routes))
  try {
    await meter.held
    return await answer(call, call.fit?.(routes) ?? routes, meter, signal)
  } catch (error) {
    void releaseMeter(meter)
    throw error
  }
}

type Prompt = Pick<MeteredCall<never, never>, 'promptTokens' | 'countTokens'>

function costOfMost(
  call: Prompt,
  routes: readonly ResolvedRoute[],
  tokensOf: (input: Input, route: ResolvedRoute) => number,
): bigint {
  return dearest(routes, (route) => call.promptTokens(route, (input) => tokensOf(input, route)))
}

/** What the dearest of the routes costs, in nano-USD. */
function dearest(routes: readonly ResolvedRoute[], tokensAt: (route: ResolvedRoute) => number): bigint {
  let most = 0n
  for (const route of routes) {
    const cost = mostItCanCost(route.price, { promptTokens: tokensAt(route) })
    if (cost > most) most = cost
  }
  return most
}

/** The same by a count of the inputs, for who cannot hold them by their bytes. */
function recountOf(call: Prompt, routes: readonly ResolvedRoute[]): Recount {
  return {
    get leastNanos() {
      return costOfMost(call, routes, (input) => leastTokens(boundTokens(input)))
    },
    count: async (availableNanos) => {
      const estimate = call.countTokens()
      const boundOf = (route: ResolvedRoute) => Math.min(estimate, call.promptTokens(route, boundTokens))
      const estimated = dearest(routes, boundOf)
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

async function answer<Answer extends { promptTokens: number | null }, Reply>(
  call: MeteredCall<Answer, Reply>,
  routes: readonly ResolvedRoute[],
  meter: Meter,
  signal: AbortSignal,
): Promise<Reply> {
  let isAccepted = false
  const onAccepted = () => {
    isAccepted = true
  }
  const tried = await tryRoutes(routes, signal, async (route) => {
    isAccepted = false
    const result = await call.ask(route, { signal, onAccepted })
    onAccepted()
    return result
  })
  const usedTokens = (reported: number | null): Used =>
    reported === null
      ? { promptTokens: call.countTokens(), usageSource: 'estimated' }
      : { promptTokens: reported, usageSource: 'upstream' }
  if (!tried.ok || signal.aborted) {
    const hasFailed = !tried.ok && tried.error instanceof UpstreamError
    const isOwed = isAccepted && signal.aborted && !hasFailed
    const used = isOwed ? usedTokens(tried.ok ? tried.result.promptTokens : null) : nothingUsed
    throw fail(call.modality, meter, tried, signal, used)
  }
  const { result, route, attempts } = tried
  const used = usedTokens(result.promptTokens)
  const ending = { ...used, status: 'success', finishReason: null, errorCode: null, attempts } as const
  const reading = toReading(call.modality, route, ending)
  const usage = {
    prompt_tokens: used.promptTokens,
    total_tokens: used.promptTokens,
    cost: Number(await chargeOf(meter, reading)) / NANOS_PER_USD,
  }
  const reply = call.write(result, { model: route.modelId, usage })
  // Not before the answer is written: what cannot be sent is not paid for.
  void settleMeter(meter, reading)
  return reply
}

type Used = Pick<MeterReading, 'promptTokens' | 'usageSource'>

const nothingUsed: Used = { promptTokens: 0, usageSource: 'none' }

/**
 * Books a call that delivered nothing and answers the error that the client gets. It costs nothing, except where the client
 * hung up after an upstream had accepted it.
 */
function fail(
  modality: MeterReading['modality'],
  meter: Meter,
  tried: Tried<unknown>,
  client: AbortSignal,
  used: Used,
): AppError {
  const { route, attempts } = tried
  const failure = client.aborted
    ? new AppError('client_closed_request')
    : toCallError(tried.ok ? undefined : tried.error)
  const ending = client.aborted
    ? ({ status: 'success', finishReason: 'aborted', errorCode: null } as const)
    : ({ status: 'failed', finishReason: null, errorCode: failure.wireCode } as const)
  void settleMeter(meter, toReading(modality, route, { ...used, ...ending, attempts }))
  return failure
}

type Ending = Used & Pick<MeterReading, 'status' | 'finishReason' | 'errorCode' | 'attempts'>

function toReading(modality: MeterReading['modality'], route: ResolvedRoute, ending: Ending): MeterReading {
  return {
    ...ending,
    modality,
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    costPrice: route.costPrice,
    ownKeyFactor: route.ownKeyFactor,
    cachedTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    firstByteAt: null,
  }
}

const TOKENS_AROUND = 3

/** A text, or one as the model's own tokens. */
export type Input = string | readonly number[]

/** An upper bound for a hold: no token has less than a byte. */
export function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Buffer.byteLength(input)
}

/** By a real tokenizer; long texts are estimated. */
export function sumOfTokens(inputs: readonly Input[]): number {
  const texts = inputs.filter((input) => typeof input === 'string')
  const given = inputs.reduce((sum, input) => (typeof input === 'string' ? sum : sum + input.length), 0)
  return given + countTexts(texts)
}

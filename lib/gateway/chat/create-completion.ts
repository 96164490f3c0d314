import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import { noteFailure, noteRouteFigures } from '@/lib/gateway/routing/route-health'
import { type Attempt, attemptAt, type Tried } from '@/lib/gateway/routing/try-routes'
import { toAppError, toCallError } from '@/lib/gateway/routing/upstream-fault'
import { chargeOf, type Meter, openMeter, releaseMeter, settleMeter } from '@/lib/money/usage/meter'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Completion, hasContent, readCompletion } from '@/lib/upstream/reading/completion'
import type { Usage } from '@/lib/upstream/reading/usage'
import { askModel } from '@/lib/upstream/registry'
import { withJson } from './internal/json-answer'
import { type CallPlan, planCall } from './internal/plan-call'
import {
  type AnswerStream,
  EarlyHead,
  errorPayload,
  lateBody,
  type RelayEnd,
  StreamRelay,
} from './internal/stream-relay'
import {
  speedOf,
  toReading,
  toUsageReply,
  type Used,
  usageOfAnswer,
  usageOfPrompt,
  usageOfStream,
} from './internal/usage'
import type { ChatRequest } from './schema'

/**
 * Where the request comes from: its id (also of its hold and its usage row), whether its client is still connected,
 * and, where its answer is kept for retries, whether that was done. `bytes` is the request as received, where it was
 * received in this format.
 */
export type ChatContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
  bytes?: Buffer | undefined
  /** Headers that the answer bears; they are known when it begins. */
  answerHeaders?: Record<string, string> | undefined
}

/**
 * Answers a conversation: JSON text, or a stream of server-sent events when `stream` is true.
 * Holds the most it can cost, tries the model's routes until one answers, and settles by what was used.
 */
export async function createCompletion(
  caller: Caller,
  given: ChatRequest,
  context: ChatContext,
): Promise<string | AnswerStream> {
  const plan = planCall(caller, given, context.bytes, context.answerHeaders)
  const { request, worstCaseNanos, recount } = plan
  const meter = openMeter(caller, context.requestId, worstCaseNanos, context.answerKept, recount)
  try {
    // Counting takes time: not for a caller without the money.
    if (plan.isTight || !meter.isCertain) await meter.held
    if (plan.isTight) plan.fit()
    const complete = request.stream === true ? completeStream : completeWhole
    return await complete(plan, meter, request, context.signal)
  } catch (error) {
    void releaseMeter(meter)
    throw error
  }
}

/** A whole answer, as JSON text. */
async function completeWhole(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<string> {
  const { signal, unlink } = linkedAbort(client, meter)
  let isAccepted = false
  const tried = await plan.tryRoutes(signal, async (route, _failed, startedAt) => {
    isAccepted = false
    const onAccepted = () => {
      isAccepted = true
    }
    const asked = { ...plan.callFor(route), signal, onAccepted }
    const bytes = await askModel('chat', route, (model) => model.complete(asked))
    onAccepted()
    const answer = await readCompletion(bytes, isLegacy(request))
    const completion = withJson(meter.caller, route, request, answer)
    return { completion, answerMs: performance.now() - startedAt }
  })
  unlink()
  await meter.held
  if (!tried.ok || client.aborted) {
    const failed = tried.ok ? { ...tried, ok: false as const, error: client.reason } : tried
    const answer = tried.ok ? tried.result.completion : undefined
    const owed = isAccepted && client.aborted ? usageOfPrompt(failed.route, request, answer) : undefined
    throw failCall(meter, request, failed, client, owed)
  }
  const { result, route, attempts } = tried
  const { completion, answerMs } = result
  const used = usageOfAnswer(route, request, completion)
  const isEmpty = !completion.choices.some(hasContent)
  const reading = toReading(route, {
    ...used,
    request,
    servedTier: completion.serviceTier,
    status: isEmpty ? 'failed' : 'success',
    finishReason: completion.choices[0]?.finish_reason ?? null,
    errorCode: isEmpty ? 'empty_answer' : null,
    attempts,
  })
  const usage = toUsageReply(used.usage, await chargeOf(meter, reading))
  const reply = JSON.stringify(toReply(route.modelId, completion, usage))
  // Only after the answer is written: what cannot be sent is not paid for.
  void settleMeter(meter, reading)
  noteRouteFigures(route.routeId, {
    answerMs,
    tokensPerSecond: speedOf(used.usage.completion_tokens, answerMs),
  })
  return reply
}

/** The upstream's answer as ours: under our id and name of the model, with its cost. */
function toReply(model: string, { created, choices, rest }: Completion, usage: object): object {
  return {
    id: newId('chatcmpl'),
    object: 'chat.completion',
    created: created ?? Math.floor(Date.now() / 1000),
    model,
    choices,
    usage,
    ...rest,
  }
}

/**
 * An answer as server-sent events. Resolves when the upstream has begun, so that every failure before that is an
 * ordinary error; or when the head has to be sent before (`EarlyHead`). Once it has begun the relay owns the request's
 * end, and bills it once, however it ends.
 */
async function completeStream(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<AnswerStream> {
  const early = new EarlyHead()
  const opening = openStream(plan, meter, request, client, early).finally(() => early.stop())
  const relay = await Promise.race([opening, early.due.then(() => meter.held)])
  if (relay) return relay.body
  opening.catch(() => void releaseMeter(meter))
  return lateBody(opening, meter.id)
}

async function openStream(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
  early: EarlyHead,
): Promise<StreamRelay> {
  const { signal, unlink } = linkedAbort(client, meter)
  const id = newId('chatcmpl')
  const call: StreamedCall = { id, created: Math.floor(Date.now() / 1000), meter, request, unlink }
  /** The route that has accepted the call and has not failed since. */
  let accepted: StreamRelay | undefined
  const tried = await plan.tryRoutes(signal, async (route, failed, startedAt, isLast) => {
    accepted = undefined
    early.begin(isLast)
    const relay = openRelay(call, { route, failed, startedAt })
    const onAccepted = () => {
      accepted = relay
      early.accept()
    }
    const asked = { ...plan.callFor(route), signal, onAccepted }
    const stream = await askModel('chat', route, (model) => model.stream(asked))
    accepted = relay
    await relay.open(stream, signal)
    return relay
  })
  if (!tried.ok) {
    unlink()
    await meter.held
    const owed = accepted && usageOfStream(tried.route, request, accepted.soFar())
    throw failCall(meter, request, tried, client, owed)
  }
  plan.releaseBody()
  const relay = tried.result
  if (client.aborted) relay.abort()
  else client.addEventListener('abort', () => relay.abort(), { once: true })
  await meter.held.catch((error: unknown) => {
    relay.abort()
    throw error
  })
  return relay
}

/** A streamed answer, by whichever route; `unlink` is called when it is over. */
type StreamedCall = { id: string; created: number; meter: Meter; request: ChatRequest; unlink: () => void }

/** What carries one route's stream to the client, and books it when it ends. */
function openRelay(call: StreamedCall, serving: Serving): StreamRelay {
  const { id, created, meter, request, unlink } = call
  const identity = { id, created, model: serving.route.modelId }
  const showsUsage = asksForUsage(request)
  let known: Booking | undefined
  const read = (end: RelayEnd) => {
    known ??= bookingOf(serving, request, end)
    return known
  }
  return new StreamRelay({
    identity,
    showsUsage,
    choiceCount: request.n ?? 1,
    isLegacy: isLegacy(request),
    onComplete: (end) => {
      if (!showsUsage) return undefined
      const booking = read(end)
      const charge = chargeOf(meter, booking.reading)
      const payload = (charged: bigint) => usagePayload(identity, end, booking.usage, charged)
      return typeof charge === 'bigint' ? payload(charge) : charge.then(payload)
    },
    onEnd: (end) => {
      unlink()
      const { reading } = read(end)
      void settleMeter(meter, reading)
      noteStreamEnd(serving, end, reading.completionTokens)
    },
    errorPayload: (error) => errorPayload(meter.id, error),
  })
}

/** It describes functions as they were before tools, and expects `function_call`. */
function isLegacy({ functions }: ChatRequest): boolean {
  return Array.isArray(functions) && functions.length > 0
}

/** By OpenAI's switch or OpenRouter's. */
function asksForUsage({ stream_options, usage }: ChatRequest): boolean {
  return stream_options?.include_usage === true || usage?.include === true
}

/** What is booked of a stream, and which usage is reported. */
type Booking = { reading: MeterReading; usage: Usage | undefined }

function bookingOf(serving: Serving, request: ChatRequest, end: RelayEnd): Booking {
  // A call of a tool that takes no arguments has no text.
  const isEmpty = end.kind === 'complete' && end.content === '' && end.finishReason !== 'tool_calls'
  const used = usageOfStream(serving.route, request, end)
  const reading = toReading(serving.route, {
    ...used,
    request,
    servedTier: end.serviceTier,
    status: end.kind === 'broken' || isEmpty ? 'failed' : 'success',
    finishReason:
      end.kind === 'aborted' ? 'aborted' : end.kind === 'broken' ? 'error' : (end.finishReason ?? null),
    errorCode: end.error ? toAppError(end.error).wireCode : isEmpty ? 'empty_answer' : null,
    firstByteAt: end.firstByteAt,
    attempts: streamAttempts(serving, end),
  })
  return { reading, usage: used.usage }
}

/** The same fields as in a whole answer; undefined where nothing is known. */
function usagePayload(
  identity: object,
  { serviceTier }: RelayEnd,
  usage: Usage | undefined,
  chargedNanos: bigint,
): string | undefined {
  if (usage === undefined) return undefined
  return JSON.stringify({
    ...identity,
    object: 'chat.completion.chunk',
    choices: [],
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    usage: toUsageReply(usage, chargedNanos),
  })
}

/** The route that serves a stream: the attempts that failed before, and when this one began (`performance.now()`). */
type Serving = { route: ResolvedRoute; failed: readonly Attempt[]; startedAt: number }

/** Every attempt of a stream that began, its own last; none where the first route succeeded. */
function streamAttempts({ route, failed, startedAt }: Serving, end: RelayEnd): readonly Attempt[] {
  if (failed.length === 0 && end.error === undefined) return failed
  // `tryRoutes` has added its own entry for this attempt when the stream ends after it.
  const before = failed.filter(({ code }) => code !== null)
  const code = end.error ? toAppError(end.error).wireCode : null
  const latencyMs = (end.firstByteMs ?? startedAt) - startedAt
  return [...before, attemptAt(route, { code, status: 200, latencyMs })]
}

/** Records what the end of a stream says about its route. */
function noteStreamEnd({ route, startedAt }: Serving, end: RelayEnd, tokens: number): void {
  if (end.error !== undefined) noteFailure(route, end.error)
  if (end.error !== undefined || end.firstByteMs === undefined) return
  const writingMs = performance.now() - end.firstByteMs
  const tokensPerSecond = end.kind === 'complete' ? speedOf(tokens, writingMs) : undefined
  noteRouteFigures(route.routeId, { ttftMs: end.firstByteMs - startedAt, tokensPerSecond })
}

const nothingOwed: Used = { usageSource: 'none' }

/**
 * Books a call that delivered nothing and returns the error that the client gets. It costs nothing, except where the
 * client hung up after an upstream had accepted it: then what is `owed`.
 */
function failCall(
  meter: Meter,
  request: ChatRequest,
  tried: Tried<unknown> & { ok: false },
  client: AbortSignal,
  owed: Used = nothingOwed,
): AppError {
  const { route, attempts, error } = tried
  const failure = client.aborted ? new AppError('client_closed_request') : toCallError(error)
  // An upstream that failed is not paid, also where the client left at the same moment.
  const used = client.aborted && !(error instanceof UpstreamError) ? owed : nothingOwed
  const ending = client.aborted
    ? { status: 'success' as const, finishReason: 'aborted', errorCode: null }
    : { status: 'failed' as const, finishReason: null, errorCode: failure.wireCode }
  void settleMeter(meter, toReading(route, { ...used, ...ending, request, attempts }))
  return failure
}

/** A signal for the upstream that aborts with the client's, or because the hold was refused. */
function linkedAbort(
  client: AbortSignal,
  { held, isHeld }: Pick<Meter, 'held' | 'isHeld'>,
): { signal: AbortSignal; unlink: () => void } {
  // Money that is held cannot be refused any more.
  if (isHeld) return { signal: client, unlink: () => undefined }
  const controller = new AbortController()
  const onAbort = () => controller.abort(client.reason)
  if (client.aborted) onAbort()
  client.addEventListener('abort', onAbort, { once: true })
  held.catch((error: unknown) => controller.abort(error))
  return { signal: controller.signal, unlink: () => client.removeEventListener('abort', onAbort) }
}

import { errorTypeOf } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import { noteFailure, noteRouteFigures } from '@/lib/routing/route-health'
import { type Attempt, attemptAt, tryRoutes } from '@/lib/routing/try-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { chatModelFor } from '@/lib/upstream/registry'
import { costOf, type Meter, settleMeter } from '@/lib/usage/meter'
import type { MeterReading } from '@/lib/usage/meter-reading'
import type { ChatRequest } from '../schema'
import { failCall, linkedAbort } from './failed-call'
import type { CallPlan } from './plan-call'
import { type AnswerStream, type RelayEnd, StreamRelay } from './stream-relay'
import { speedOf, toReading, toUsageReply, usageOf, usageOfStream } from './usage'

/**
 * An answer as server-sent events. Resolves when the upstream has begun, so every failure before that is an ordinary
 * error; afterwards the relay owns the request's end, and bills it once whoever ends it.
 */
export async function completeStream(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<AnswerStream> {
  const { signal, unlink } = linkedAbort(client, meter)
  const id = newId('chatcmpl')
  const created = Math.floor(Date.now() / 1000)
  const showsUsage = request.stream_options?.include_usage === true
  /** Who has accepted the call and has not failed since. */
  let accepted: StreamRelay | undefined
  const tried = await tryRoutes(plan.routes, signal, async (route, failed, startedAt) => {
    accepted = undefined
    const identity = { id, created, model: route.modelId }
    const serving = { route, failed, startedAt }
    let known: MeterReading | undefined
    const read = (end: RelayEnd) => {
      known ??= readingOf(serving, request, end)
      return known
    }
    const relay = new StreamRelay({
      identity,
      showsUsage,
      choiceCount: request.n ?? 1,
      onComplete: (end) => (showsUsage ? usagePayload(identity, read(end)) : undefined),
      onEnd: (end) => {
        unlink()
        const reading = read(end)
        void settleMeter(meter, reading)
        noteStreamEnd(serving, end, reading.completionTokens)
      },
      errorPayload: (error) => errorPayload(meter.id, error),
    })
    const onAccepted = () => {
      accepted = relay
    }
    const stream = await chatModelFor(route.target).stream({ ...plan.callFor(route), signal, onAccepted })
    onAccepted()
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
  return relay.body
}

function readingOf(serving: Serving, request: ChatRequest, end: RelayEnd): MeterReading {
  // A call of a tool that takes no arguments has no text.
  const isEmpty = end.kind === 'complete' && end.content === '' && end.finishReason !== 'tool_calls'
  return toReading(serving.route, {
    request,
    servedTier: end.serviceTier,
    status: end.kind === 'broken' || isEmpty ? 'failed' : 'success',
    ...usageOfStream(serving.route, request, end),
    finishReason:
      end.kind === 'aborted' ? 'aborted' : end.kind === 'broken' ? 'error' : (end.finishReason ?? null),
    errorCode: end.error ? toAppError(end.error).wireCode : isEmpty ? 'empty_answer' : null,
    firstByteAt: end.firstByteAt,
    attempts: streamAttempts(serving, end),
  })
}

function usagePayload(identity: object, reading: MeterReading): string {
  const chunk = {
    ...identity,
    object: 'chat.completion.chunk',
    choices: [],
    usage: toUsageReply(usageOf(reading), costOf(reading)),
  }
  return JSON.stringify(chunk)
}

function errorPayload(requestId: string, error: UpstreamError): string {
  const { message, status, param, wireCode } = toAppError(error)
  return JSON.stringify({
    error: {
      message,
      type: errorTypeOf(status),
      param,
      code: wireCode,
      request_id: requestId,
    },
  })
}

/** Who serves a stream: the tries that failed before, and when this one began (`performance.now()`). */
type Serving = { route: ResolvedRoute; failed: readonly Attempt[]; startedAt: number }

/** Every try of a stream that began, its own last; none where the first route served it well. */
function streamAttempts({ route, failed, startedAt }: Serving, end: RelayEnd): readonly Attempt[] {
  if (failed.length === 0 && end.error === undefined) return failed
  // `tryRoutes` has added its own entry for this try when the stream ends after it.
  const before = failed.filter(({ code }) => code !== null)
  const code = end.error ? toAppError(end.error).wireCode : null
  const latencyMs = (end.firstByteMs ?? startedAt) - startedAt
  return [...before, attemptAt(route, { code, status: 200, latencyMs })]
}

/** What becomes known of a route when a stream of it ends. */
function noteStreamEnd({ route, startedAt }: Serving, end: RelayEnd, tokens: number): void {
  if (end.error !== undefined) noteFailure(route, end.error)
  if (end.error !== undefined || end.firstByteMs === undefined) return
  const writingMs = performance.now() - end.firstByteMs
  const tokensPerSecond = end.kind === 'complete' ? speedOf(tokens, writingMs) : undefined
  noteRouteFigures(route.routeId, { ttftMs: end.firstByteMs - startedAt, tokensPerSecond })
}

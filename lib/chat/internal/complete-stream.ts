import { type AppError, errorTypeOf } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { StreamBody } from '@/lib/platform/stream'
import { tryRoutes } from '@/lib/routing/try-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { chatModelFor } from '@/lib/upstream/registry'
import { costOf, type Meter, settleMeter } from '@/lib/usage/meter'
import type { MeterReading } from '@/lib/usage/meter-reading'
import type { ChatRequest } from '../schema'
import { failCall } from './fail-call'
import { linkedAbort } from './linked-abort'
import { noteStreamEnd } from './note-stream-end'
import type { CallPlan } from './plan-call'
import { type Serving, streamAttempts } from './stream-attempts'
import { type RelayEnd, StreamRelay } from './stream-relay'
import { toReading } from './to-reading'
import { toUsageReply } from './to-usage-reply'
import { usageOf } from './usage-of'
import { usageOfStream } from './usage-of-stream'

/**
 * An answer as server-sent events. Resolves when the upstream has begun, so every failure before that is an ordinary
 * error; afterwards the relay owns the request's end, and bills it once whoever ends it.
 */
export async function completeStream(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<StreamBody> {
  if (!meter.isCertain) await meter.held
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
    toldTier: end.serviceTier,
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
  const known: AppError = toAppError(error)
  return JSON.stringify({
    error: {
      message: known.message,
      type: errorTypeOf(known.status),
      param: known.param,
      code: known.wireCode,
      request_id: requestId,
    },
  })
}

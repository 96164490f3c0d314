import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { isNestedDeeper } from '@/lib/platform/json-source'
import { noteRouteFigures } from '@/lib/routing/route-health'
import { tryRoutes } from '@/lib/routing/try-routes'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { chatModelFor } from '@/lib/upstream/registry'
import { costOf, type Meter, openMeter, releaseMeter, settleMeter } from '@/lib/usage/meter'
import { completeStream } from './internal/complete-stream'
import { failCall, linkedAbort } from './internal/failed-call'
import { type CallPlan, planCall } from './internal/plan-call'
import type { AnswerStream } from './internal/stream-relay'
import { flatContent, toFinishReason } from './internal/upstream-answer'
import { speedOf, toReading, toUsageReply, usageOfAnswer, usageOfPrompt } from './internal/usage'
import { type ChatRequest, UpstreamCompletion } from './schema'

/**
 * Where the request comes from: its id (also of its hold and its usage row), whether its client is still there, and, where
 * its answer is kept for retries, whether that was done. `bytes` is the request as it came, where it came in this format.
 */
export type ChatContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
  bytes?: Buffer | undefined
}

/**
 * Answers a conversation: JSON text, or a stream of server-sent events when `stream` is true.
 * Holds the most it can cost, tries the model's routes until one answers, and settles by what was used.
 */
export async function createCompletion(
  caller: Caller,
  request: ChatRequest,
  context: ChatContext,
): Promise<string | AnswerStream> {
  const plan = planCall(caller, request, context.bytes)
  const meter = openMeter(caller, context.requestId, plan.worstCaseNanos, context.answerKept)
  try {
    // Counting takes time: not for whom the money is missing.
    if (plan.isTight || !meter.isCertain) await meter.held
    if (plan.isTight) plan.fit()
    const complete = request.stream === true ? completeStream : completeWhole
    return await complete(plan, meter, request, context.signal)
  } catch (error) {
    void releaseMeter(meter)
    throw error
  }
}

type Choice = UpstreamCompletion['choices'][number]

/** No answer means it; what writes JSON calls itself for each level, and would run out of stack. */
const MOST_NESTING = 500

/** A whole answer, as JSON text. */
async function completeWhole(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<string> {
  const { signal, unlink } = linkedAbort(client, meter)
  let isAccepted = false
  const tried = await tryRoutes(plan.routes, signal, async (route, _failed, startedAt) => {
    isAccepted = false
    const onAccepted = () => {
      isAccepted = true
    }
    const bytes = await chatModelFor(route.target).complete({ ...plan.callFor(route), signal, onAccepted })
    onAccepted()
    return { completion: parseCompletion(bytes), answerMs: performance.now() - startedAt }
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
    servedTier: completion.service_tier,
    status: isEmpty ? 'failed' : 'success',
    finishReason: toFinishReason(completion.choices[0]?.finish_reason ?? 'stop'),
    errorCode: isEmpty ? 'empty_answer' : null,
    attempts,
  })
  const reply = JSON.stringify(toReply(route.modelId, completion, toUsageReply(used.usage, costOf(reading))))
  // Not before the answer is written: what cannot be sent is not paid for.
  void settleMeter(meter, reading)
  noteRouteFigures(route.routeId, {
    answerMs,
    tokensPerSecond: speedOf(used.usage.completion_tokens, answerMs),
  })
  return reply
}

function parseCompletion(bytes: Buffer): UpstreamCompletion {
  try {
    if (isNestedDeeper(bytes, MOST_NESTING)) throw new Error('the answer is nested too deep')
    const completion = UpstreamCompletion.parse(JSON.parse(bytes.toString('utf8')))
    if (completion.choices.length === 0) throw new Error('no choices')
    return completion
  } catch (cause) {
    throw new UpstreamError('failed', { cause })
  }
}

/** The upstream's answer as ours: under our id and name of the model, with its cost. */
function toReply(modelId: string, completion: UpstreamCompletion, usage: object): object {
  const { id: _id, object: _object, created, model: _model, choices, usage: _usage, ...rest } = completion
  return {
    id: newId('chatcmpl'),
    object: 'chat.completion',
    created: Number.isSafeInteger(created) ? created : Math.floor(Date.now() / 1000),
    model: modelId,
    choices: choices.map(toChoice),
    usage,
    ...rest,
  }
}

function toChoice({ index: given, message, finish_reason, ...rest }: Choice, index: number): object {
  const { role: _role, content, ...more } = flatContent(message)
  return {
    index: given ?? index,
    message: { role: 'assistant', content: content ?? null, ...more },
    finish_reason: toFinishReason(finish_reason ?? 'stop'),
    ...rest,
  }
}

function hasContent({ message }: Choice): boolean {
  const { content, tool_calls, refusal, reasoning_content, reasoning, function_call, audio } = message
  if ([tool_calls, message.images].some((list) => Array.isArray(list) && list.length > 0)) return true
  const contents = [content, refusal, reasoning_content, reasoning, function_call, audio]
  return contents.some((value) => value != null && value !== '')
}

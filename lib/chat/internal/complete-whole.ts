import { newId } from '@/lib/platform/ids'
import { isNestedDeeper } from '@/lib/platform/json-source'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import { noteRouteFigures } from '@/lib/routing/route-health'
import { tryRoutes } from '@/lib/routing/try-routes'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { chatModelFor } from '@/lib/upstream/registry'
import type { Meter } from '@/lib/usage/open-meter'
import { costOf, settleMeter } from '@/lib/usage/settle-meter'
import { type ChatRequest, UpstreamCompletion } from '../schema'
import { contentIn } from './content-in'
import { estimateUsage } from './estimate-usage'
import { failCall } from './fail-call'
import { flatContent } from './flat-content'
import { isBelievable } from './is-believable'
import { linkedAbort } from './linked-abort'
import { parseUsage } from './parse-usage'
import type { CallPlan } from './plan-call'
import { speedOf } from './speed-of'
import { toFinishReason } from './to-finish-reason'
import { toReading } from './to-reading'
import { toUsageReply } from './to-usage-reply'

type Choice = UpstreamCompletion['choices'][number]

/** No answer means it; what writes JSON calls itself for each level, and would run out of stack. */
const MOST_NESTING = 500

/** One answer in one piece, as JSON text. */
export async function completeWhole(
  plan: CallPlan,
  meter: Meter,
  request: ChatRequest,
  client: AbortSignal,
): Promise<string> {
  if (!meter.isCertain) await meter.held
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
    const owed = isAccepted && client.aborted ? promptOf(request, failed.route, answer) : undefined
    throw failCall(meter, request, failed, client, owed)
  }
  const { result, route, attempts } = tried
  const { completion, answerMs } = result
  const told = parseUsage(completion.usage)
  const reported = told && isBelievable(told, route, request.n ?? 1) ? told : undefined
  const usage = reported ?? estimateUsage(request, contentOf(completion))
  const isEmpty = !completion.choices.some(hasContent)
  const reading = toReading(route, {
    request,
    toldTier: completion.service_tier,
    status: isEmpty ? 'failed' : 'success',
    usage,
    usageSource: reported ? 'upstream' : 'estimated',
    finishReason: toFinishReason(completion.choices[0]?.finish_reason ?? 'stop'),
    errorCode: isEmpty ? 'empty_answer' : null,
    attempts,
  })
  const reply = JSON.stringify(toReply(route.modelId, completion, toUsageReply(usage, costOf(reading))))
  // Not before the answer is written down: what cannot be told is not paid for.
  void settleMeter(meter, reading)
  noteRouteFigures(route.routeId, {
    answerMs,
    tokensPerSecond: speedOf(usage.completion_tokens, answerMs),
  })
  return reply
}

/** What the prompt used: as the upstream told it, else as counted. */
function promptOf(request: ChatRequest, route: ResolvedRoute, answer: UpstreamCompletion | undefined) {
  const told = parseUsage(answer?.usage)
  if (!told || !isBelievable(told, route, request.n ?? 1))
    return { usage: estimateUsage(request, ''), usageSource: 'estimated' as const }
  const { prompt_tokens, prompt_tokens_details } = told
  return {
    usage: { prompt_tokens, prompt_tokens_details, completion_tokens: 0 },
    usageSource: 'upstream' as const,
  }
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

function toChoice({ index, message, finish_reason, ...rest }: Choice, place: number): object {
  const { role: _role, content, ...said } = flatContent(message)
  return {
    index: index ?? place,
    message: { role: 'assistant', content: content ?? null, ...said },
    finish_reason: toFinishReason(finish_reason ?? 'stop'),
    ...rest,
  }
}

function hasContent({ message }: Choice): boolean {
  const { content, tool_calls, refusal, reasoning_content, reasoning, function_call, audio } = message
  if ([tool_calls, message.images].some((list) => Array.isArray(list) && list.length > 0)) return true
  const said = [content, refusal, reasoning_content, reasoning, function_call, audio]
  return said.some((value) => value != null && value !== '')
}

/** As a stream's content is told. */
function contentOf({ choices }: UpstreamCompletion): string {
  return contentIn(Buffer.from(JSON.stringify(choices), 'utf8').toString('latin1'))
}

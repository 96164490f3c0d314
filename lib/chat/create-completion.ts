import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { openMeter } from '@/lib/usage/open-meter'
import { releaseMeter } from '@/lib/usage/release-meter'
import { completeStream } from './internal/complete-stream'
import { completeWhole } from './internal/complete-whole'
import { planCall } from './internal/plan-call'
import type { ChatRequest } from './schema'

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
): Promise<string | StreamBody> {
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

import { setTimeout as pause } from 'node:timers/promises'
import type { CatalogModel } from '@/lib/catalog/catalog-snapshot'
import type { PlannedItem } from '../planned-items'
import type { Answer } from '../suite'
import { CompletionReply, toAnswer } from './completion-reply'
import { type Posted, postQuestion } from './post-question'
import { questionBody } from './question-body'
import { RunStopped } from './run-stopped'

export type Asked = Pick<Posted, 'requestId' | 'latencyMs'> & {
  promptTokens: number
  completionTokens: number
  costNanos: bigint
} & (
    | { kind: 'answered'; answer: Answer }
    /** The model does not take such a request: that is its answer. */
    | { kind: 'refused'; reason: string }
    /** Nobody's word on the model: it was busy, broken or away. */
    | { kind: 'unanswered'; reason: string }
  )

export type Gateway = { origin: string; key: string; model: CatalogModel }

const MOST_TRIES = 5
const FIRST_PAUSE_MILLIS = 1000
const LONGEST_PAUSE_SECONDS = 60
const NANOS_PER_USD = 1e9

/** Asks one item, several times where the model is busy or away. Throws `RunStopped` when no item can be asked at all. */
export async function askItem(gateway: Gateway, planned: PlannedItem, signal: AbortSignal): Promise<Asked> {
  const body = questionBody(gateway.model, planned)
  for (let tries = 1; ; tries++) {
    const posted = await postQuestion(gateway, body, signal)
    const asked = judge(posted)
    if (asked.kind !== 'unanswered' || tries === MOST_TRIES) return asked
    await pause(pauseMillis(posted, tries), undefined, { signal })
  }
}

function judge(posted: Posted): Asked {
  const { status, message, requestId, latencyMs } = posted
  const nothing = { requestId, latencyMs, promptTokens: 0, completionTokens: 0, costNanos: 0n }
  if (status === 200) {
    const reply = CompletionReply.safeParse(posted.body)
    if (!reply.success) return { ...nothing, kind: 'unanswered', reason: 'The answer was not a completion.' }
    const { prompt_tokens, completion_tokens, cost } = reply.data.usage
    return {
      kind: 'answered',
      answer: toAnswer(reply.data),
      requestId,
      latencyMs,
      promptTokens: prompt_tokens,
      completionTokens: completion_tokens,
      costNanos: BigInt(Math.round(cost * NANOS_PER_USD)),
    }
  }
  const isHeld = status === 402 && posted.retryAfterSeconds !== null
  if ([401, 402, 403, 404].includes(status) && !isHeld) throw new RunStopped(message)
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429 && !isHeld
  return { ...nothing, kind: isRefusal ? 'refused' : 'unanswered', reason: message }
}

/** What the gateway says, else longer each time. */
function pauseMillis({ retryAfterSeconds }: Posted, tries: number): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS) * 1000
  return FIRST_PAUSE_MILLIS * 2 ** (tries - 1)
}

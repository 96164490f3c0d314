import { z } from 'zod'
import type { UsageReply } from './schema'

/** How a complete answer ended, and what it used. */
export type AnswerEnd = {
  /** `stop`, `length`, `tool_calls` or `content_filter`. */
  finishReason: string
  /** Which of the caller's sequences stopped it, where the upstream says so. */
  stopSequence: string | null
  usage: UsageReply
}

const text = z.string().nullish().catch(null)
/** vLLM and SGLang tell which sequence it was, each in a field of its own. */
const Ending = z.object({ finish_reason: z.string(), stop_reason: text, matched_stop: text })

/** The ending that a choice tells of. */
export function readEnding(choice: unknown): Omit<AnswerEnd, 'usage'> {
  const { finish_reason, stop_reason, matched_stop } = Ending.parse(choice)
  return { finishReason: finish_reason, stopSequence: stop_reason ?? matched_stop ?? null }
}

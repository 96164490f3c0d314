import { LRUCache } from 'lru-cache'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { costOf } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { parseJson } from '@/lib/platform/json'
import { remember } from '@/lib/platform/remember'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { Completion, CompletionChoice } from '@/lib/upstream/reading/completion'
import type { ChatRequest } from '../schema'
import { toReading, usageOfAnswer } from './usage'

/** What one customer is not billed in an hour, by one process: how many answers, and how much. */
const MOST_ANSWERS = 20
const MOST_NANOS = 1_000_000_000n

const waived = remember(
  'json-answers-waived',
  () =>
    new LRUCache<string, { answers: number; nanos: bigint }>({
      max: 100_000,
      ttl: 3_600_000,
      noUpdateTTL: true,
    }),
)

/**
 * The answer with JSON alone where JSON was requested: a fence or words around it are taken off. Throws UpstreamError where a
 * complete answer has none, so that the next route may write it, and the customer is not billed; but not so often that
 * prompts for other words become free.
 */
export function withJson(
  { customerId }: Caller,
  route: ResolvedRoute,
  request: ChatRequest,
  answer: Completion,
): Completion {
  const { type } = request.response_format ?? {}
  if (type !== 'json_object' && type !== 'json_schema') return answer
  const choices = answer.choices.map(toJson)
  if (choices.every((choice) => choice !== undefined)) return { ...answer, choices }
  const ending = { status: 'success' as const, finishReason: null, errorCode: null, attempts: [] }
  const nanos = costOf(toReading(route, { ...usageOfAnswer(route, request, answer), ...ending, request }))
  const before = waived.get(customerId) ?? { answers: 0, nanos: 0n }
  if (before.answers >= MOST_ANSWERS || before.nanos + nanos > MOST_NANOS) return answer
  waived.set(customerId, { answers: before.answers + 1, nanos: before.nanos + nanos })
  const message = 'The model did not answer with the JSON that was requested.'
  throw new UpstreamError('failed', { status: 200, message, isOfRequest: true })
}

/** Undefined: it should be JSON, and is not. */
function toJson(choice: CompletionChoice): CompletionChoice | undefined {
  const { content, tool_calls } = choice.message
  if (choice.finish_reason !== 'stop' || tool_calls !== undefined || typeof content !== 'string')
    return choice
  // An empty answer is billed as such.
  if (content.trim() === '' || parseJson(content) !== undefined) return choice
  const json = jsonIn(content)
  return json === undefined ? undefined : { ...choice, message: { ...choice.message, content: json } }
}

const FENCE = '```'
const THOUGHT_END = '</think>'

/** The JSON among words: in a fence, or from the first bracket to the last of its kind. */
function jsonIn(text: string): string | undefined {
  const thoughtEnd = text.lastIndexOf(THOUGHT_END)
  const said = thoughtEnd < 0 ? text : text.slice(thoughtEnd + THOUGHT_END.length)
  return [
    between(said, FENCE, FENCE)?.slice(FENCE.length, -FENCE.length).replace(/^\w+/, ''),
    between(said, '{', '}'),
    between(said, '[', ']'),
  ]
    .map((json) => json?.trim())
    .find((json) => json !== undefined && json !== '' && parseJson(json) !== undefined)
}

function between(text: string, opening: string, closing: string): string | undefined {
  const from = text.indexOf(opening)
  const end = text.lastIndexOf(closing)
  return from >= 0 && end > from ? text.slice(from, end + closing.length) : undefined
}

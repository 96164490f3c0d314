import { isRecord } from '@/lib/platform/json'
import { type Fields, fieldsOf, isText, listOf } from './members'

/**
 * A message, or a delta of one, as clients of OpenAI's format read it: its content is a text or null, and its reasoning is
 * under both names that they look for (`reasoning_content`, DeepSeek's; `reasoning`, OpenRouter's). What has a wrong type is
 * absent. Calls of tools are not touched; a call of a function, as it was before tools, is one of a tool, unless the client
 * described functions (`isLegacy`).
 */
export function readMessage(value: unknown, isLegacy = false): Fields {
  if (typeof value === 'string') return { content: value }
  if (!isRecord(value)) return {}
  const {
    content: said,
    refusal,
    reasoning_content,
    reasoning,
    function_call: legacy,
    tool_calls,
    ...rest
  } = value
  const calls =
    isRecord(legacy) && !isLegacy && listOf(tool_calls).length === 0 ? [{ function: legacy }] : tool_calls
  const { content, thoughts } = readContent(said)
  const thought = [reasoning_content, reasoning, thoughts].find(isText)
  return {
    ...rest,
    ...(calls !== undefined && { tool_calls: calls }),
    ...(isRecord(legacy) && isLegacy && { function_call: legacy }),
    ...(content !== undefined && { content }),
    ...((typeof refusal === 'string' || refusal === null) && { refusal }),
    ...(thought !== undefined && {
      reasoning_content: isText(reasoning_content) ? reasoning_content : thought,
      reasoning: isText(reasoning) ? reasoning : thought,
    }),
  }
}

/**
 * Mistral's reasoning models answer in parts (docs.mistral.ai, "Reasoning"): `{type: 'thinking', thinking: [{type: 'text',
 * text}]}` and `{type: 'text', text}`. Others send one part without a list.
 */
function readContent(said: unknown): { content?: string | null; thoughts?: string } {
  if (typeof said === 'string' || said === null) return { content: said }
  const parts = Array.isArray(said) ? said : isRecord(said) ? [said] : undefined
  if (parts === undefined) return {}
  const thoughts = parts.map((part) => textIn(fieldsOf(part).thinking)).join('')
  return { content: textIn(parts), ...(thoughts && { thoughts }) }
}

function textIn(parts: unknown): string {
  if (typeof parts === 'string') return parts
  return listOf(parts)
    .map((part) => [part, fieldsOf(part).text].find(isText) ?? '')
    .join('')
}

/** Something that is no text: a picture or sound. */
const SOMETHING = ' '

/** The text that a client reads in a message or a delta of one, for counting its tokens; empty: nothing at all. */
export function wordsOf(message: Fields): string {
  const { content, refusal, reasoning_content, tool_calls, function_call, audio, images } = message
  let words = ''
  for (const one of [content, refusal]) if (isText(one)) words += one
  for (const call of listOf(tool_calls)) words += wordsOfCall(call)
  if (isRecord(function_call) && isText(function_call.arguments)) words += function_call.arguments
  if (isText(reasoning_content)) words += reasoning_content
  if (words !== '') return words
  if (isRecord(audio)) return isText(audio.transcript) ? audio.transcript : SOMETHING
  return Array.isArray(images) && images.length > 0 ? SOMETHING : ''
}

function wordsOfCall(call: unknown): string {
  const { function: called, custom } = fieldsOf(call)
  return [fieldsOf(called).arguments, fieldsOf(custom).input].find(isText) ?? ''
}

/** How an answer ended. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const FILTERED =
  /filter|safety|unsafe|sensitive|policy|moderat|block|prohibit|guardrail|refus|recitation|toxic|risk|violat|spii|censor|inspection/
const FAILED =
  /error|fail|abort|cancel|exception|time_?out|timed_out|interrupt|overload|unavailable|insufficient|disconnect|malformed|unexpected|rate_limit|unload/
const CUT = /length|max|limit|truncat|context|incomplete|too_many|budget/
const CALLS = /tool|function/

/** Of longer words nothing is read: they are a stranger's. */
const LONGEST = 64

/**
 * An upstream's finish reason as one of OpenAI's; `failed`: it did not answer; `unknown`: whole, if the answer is; null: none
 * yet. Vendors have dozens of words for the same, so they are told apart by what they contain.
 */
export function readFinishReason(value: unknown): FinishReason | 'failed' | 'unknown' | null {
  if (typeof value !== 'string') return null
  const word = value
    .slice(0, LONGEST)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (word === 'stop' || word === 'length' || word === 'tool_calls' || word === 'content_filter') return word
  if (word === '' || word === 'null' || word === 'none') return null
  if (FILTERED.test(word)) return 'content_filter'
  if (FAILED.test(word)) return 'failed'
  if (CUT.test(word)) return 'length'
  return CALLS.test(word) ? 'tool_calls' : 'unknown'
}

/** What a client is told: calls of tools are an end of their own, and where nothing is called there is none. */
export function toldReason(
  reason: FinishReason | 'unknown',
  hasCalls: boolean,
  hasLegacyCall: boolean,
): FinishReason {
  if (reason === 'length' || reason === 'content_filter') return reason
  return hasCalls || hasLegacyCall ? 'tool_calls' : 'stop'
}

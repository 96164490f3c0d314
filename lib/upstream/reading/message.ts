import { isRecord } from '@/lib/platform/json'
import { type Fields, fieldsOf, isText, listOf } from './members'

/**
 * Reads a message, or a delta of one, into OpenAI's format: content is a text or null, and reasoning is under both names that
 * clients read (DeepSeek's `reasoning_content`, OpenRouter's `reasoning`), whichever name the upstream has for it (Ollama's
 * `thinking`, Copilot's `reasoning_text`, MiniMax's details). Values of a wrong type are absent, and so is the role.
 * Tool calls are unchanged; a legacy function call becomes a tool call unless the client described functions (`isLegacy`).
 */
export function readMessage(value: unknown, isLegacy = false): Record<string, unknown> {
  if (typeof value === 'string') return { content: value }
  if (!isRecord(value)) return {}
  const { refusal, reasoning_content, reasoning, function_call: legacy, tool_calls } = value
  const { content, thoughts } = readContent(value.content)
  const { thinking, reasoning_text, reasoning_details } = value
  // With a signature, it is the text of details before it.
  const details = listOf(reasoning_details).filter((detail) => !isText(fieldsOf(detail).signature))
  const others = [thinking, reasoning_text, thoughts, textIn(details)]
  const thought = [reasoning_content, reasoning, ...others].find(isText)
  const message: Record<string, unknown> = {}
  for (const name in value) if (!READ.has(name)) message[name] = value[name]
  if (isRecord(legacy) && !isLegacy && listOf(tool_calls).length === 0)
    message.tool_calls = [{ function: legacy }]
  else if (tool_calls !== undefined) message.tool_calls = tool_calls
  if (isRecord(legacy) && isLegacy) message.function_call = legacy
  if (content !== undefined) message.content = content
  if (typeof refusal === 'string' || refusal === null) message.refusal = refusal
  if (thought !== undefined) {
    message.reasoning_content = isText(reasoning_content) ? reasoning_content : thought
    message.reasoning = isText(reasoning) ? reasoning : thought
  }
  return message
}

/** Members that are not passed on as they are. */
const READ: ReadonlySet<string> = new Set(
  'role content refusal reasoning_content reasoning function_call tool_calls __proto__'.split(' '),
)

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

/** Joins a text that arrives in parts, where the parts cut a character (a pair of surrogates) in two. */
export class PartedText {
  #half = ''

  /** The part, without a half at its end: the next one has it. */
  next(part: string): string {
    if (this.#half === '' && part.isWellFormed()) return part
    const text = this.#half + part
    this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    return text.slice(0, text.length - this.#half.length).toWellFormed()
  }
}

/** For content without text: an image or audio. */
const NO_TEXT = ' '

/** The text of a message or a delta, for counting its tokens; empty if it has no content. */
export function wordsOf(message: Fields): string {
  const { content, refusal, reasoning_content, tool_calls, function_call, audio, images } = message
  let words = ''
  for (const one of [content, refusal]) if (isText(one)) words += one
  for (const call of listOf(tool_calls)) words += wordsOfCall(call)
  if (isRecord(function_call) && isText(function_call.arguments)) words += function_call.arguments
  if (isText(reasoning_content)) words += reasoning_content
  if (words !== '') return words
  if (isRecord(audio)) return isText(audio.transcript) ? audio.transcript : NO_TEXT
  return Array.isArray(images) && images.length > 0 ? NO_TEXT : ''
}

function wordsOfCall(call: unknown): string {
  const { function: called, custom } = fieldsOf(call)
  return [fieldsOf(called).arguments, fieldsOf(custom).input].find(isText) ?? ''
}

/** OpenAI's reasons for the end of an answer. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const FILTERED =
  /filter|safety|unsafe|sensitive|policy|moderat|block|prohibit|guardrail|refus|recitation|toxic|risk|violat|spii|censor|inspection/
const FAILED =
  /error|fail|abort|cancel|exception|time_?out|timed_out|interrupt|overload|unavailable|insufficient|disconnect|malformed|unexpected|rate_limit|unload/
const CUT = /length|max|limit|truncat|context|incomplete|too_many|budget/
const CALLS = /tool|function/

/** Only this much of a reason is read. */
const LONGEST = 64

/**
 * An upstream's finish reason as one of OpenAI's. `failed`: no answer; `unknown`: complete, if the answer is; null: none yet.
 * Vendors have dozens of words for the same reasons, so they are matched by parts.
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

/** The finish reason for the client: `tool_calls` if and only if there are calls, unless the answer was cut or filtered. */
export function finishReasonOf(
  reason: FinishReason | 'unknown',
  hasCalls: boolean,
  hasLegacyCall: boolean,
): FinishReason {
  if (reason === 'length' || reason === 'content_filter') return reason
  return hasCalls || hasLegacyCall ? 'tool_calls' : 'stop'
}

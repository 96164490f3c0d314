import { countTokens } from '@/lib/platform/count-tokens'
import { isRecord } from '@/lib/platform/is-record'

/** OpenAI's published overheads: a frame around each message and one around the reply. */
const MESSAGE_TOKENS = 3
const NAME_TOKENS = 1
const REPLY_TOKENS = 3
const TOOL_TOKENS = 7
const TOOLS_TOKENS = 12
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
const AUDIO_TOKENS = 250
const FILE_TOKENS = 500

/**
 * How many tokens a chat-completions request has before its answer: every text counted with a real tokenizer, a fixed
 * amount for what is not text (a picture's bytes are no words). Takes any request, since a gateway counts before it knows
 * whether the upstream will accept it.
 */
export function countPromptTokens(request: Readonly<Record<string, unknown>>): number {
  let tokens = REPLY_TOKENS
  for (const message of listOf(request.messages)) tokens += MESSAGE_TOKENS + countMessage(message)
  const tools = listOf(request.tools)
  if (tools.length > 0) tokens += TOOLS_TOKENS
  for (const tool of tools) tokens += TOOL_TOKENS + countJson(fieldOf(tool, 'function') ?? tool)
  return tokens + countJson(fieldOf(fieldOf(request.response_format, 'json_schema'), 'schema'))
}

function countMessage(message: unknown): number {
  const name = fieldOf(message, 'name')
  const content = fieldOf(message, 'content')
  let tokens = countText(fieldOf(message, 'role')) + countText(content)
  if (typeof name === 'string') tokens += NAME_TOKENS + countText(name)
  for (const part of listOf(content)) tokens += countPart(part)
  for (const call of listOf(fieldOf(message, 'tool_calls'))) tokens += MESSAGE_TOKENS + countCall(call)
  return tokens
}

function countPart(part: unknown): number {
  const image = fieldOf(part, 'image_url')
  if (image !== undefined) return fieldOf(image, 'detail') === 'low' ? LOW_DETAIL_IMAGE_TOKENS : IMAGE_TOKENS
  if (fieldOf(part, 'input_audio') !== undefined) return AUDIO_TOKENS
  if (fieldOf(part, 'file') !== undefined) return FILE_TOKENS
  return countText(fieldOf(part, 'text')) + countText(fieldOf(part, 'refusal'))
}

function countCall(call: unknown): number {
  const called = fieldOf(call, 'function')
  return countText(fieldOf(called, 'name')) + countText(fieldOf(called, 'arguments'))
}

function countJson(value: unknown): number {
  return value === undefined || value === null ? 0 : countTokens(JSON.stringify(value))
}

function countText(value: unknown): number {
  return typeof value === 'string' ? countTokens(value) : 0
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

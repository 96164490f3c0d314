import { isRecord } from '@/lib/platform/is-record'
import { tokenCounts } from '@/lib/platform/tokens/token-counts'

/** OpenAI's published overheads: a frame around each message and one around the reply. */
const MESSAGE_TOKENS = 3
const NAME_TOKENS = 1
const REPLY_TOKENS = 3
const TOOL_TOKENS = 7
const TOOLS_TOKENS = 12
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
const AUDIO_TOKENS = 250
/** Of base64: a minute of speech has some 600 tokens as MP3 and some 2,000 as WAV, which vendors count between. */
const AUDIO_CHARS_PER_TOKEN = 2000
/** The least of a file; and of a large one little by the byte, for most of its bytes are pictures. */
const FILE_TOKENS = 500
const FILE_CHARS_PER_TOKEN = 1000

/**
 * How many tokens a chat-completions request has before its answer, piece by piece: every text counted with a real
 * tokenizer, an amount for what is not text (a picture's bytes are no words). Takes any request, since a gateway counts
 * before it knows whether the upstream will accept it.
 */
export function* promptTokenCounts(request: Readonly<Record<string, unknown>>): Generator<number> {
  yield REPLY_TOKENS
  for (const message of listOf(request.messages)) yield* messageCounts(message)
  const tools = listOf(request.tools)
  if (tools.length > 0) yield TOOLS_TOKENS
  for (const tool of tools) {
    yield TOOL_TOKENS
    yield* jsonCounts(fieldOf(tool, 'function') ?? tool)
  }
  yield* jsonCounts(fieldOf(fieldOf(request.response_format, 'json_schema'), 'schema'))
}

function* messageCounts(message: unknown): Generator<number> {
  yield MESSAGE_TOKENS
  const name = fieldOf(message, 'name')
  const content = fieldOf(message, 'content')
  yield* textCounts(fieldOf(message, 'role'))
  yield* textCounts(content)
  if (typeof name === 'string') yield NAME_TOKENS
  yield* textCounts(name)
  for (const part of listOf(content)) yield* partCounts(part)
  for (const call of listOf(fieldOf(message, 'tool_calls'))) yield* callCounts(call)
}

function* partCounts(part: unknown): Generator<number> {
  const image = fieldOf(part, 'image_url')
  const audio = fieldOf(part, 'input_audio')
  const file = fieldOf(part, 'file')
  if (image !== undefined) yield fieldOf(image, 'detail') === 'low' ? LOW_DETAIL_IMAGE_TOKENS : IMAGE_TOKENS
  else if (audio !== undefined) yield sizeOf(fieldOf(audio, 'data'), AUDIO_CHARS_PER_TOKEN) ?? AUDIO_TOKENS
  else if (file !== undefined)
    yield Math.max(FILE_TOKENS, sizeOf(fieldOf(file, 'file_data'), FILE_CHARS_PER_TOKEN) ?? 0)
  else {
    yield* textCounts(fieldOf(part, 'text'))
    yield* textCounts(fieldOf(part, 'refusal'))
  }
}

/** Of what is told as base64: an amount by its length. */
function sizeOf(data: unknown, charsPerToken: number): number | undefined {
  return typeof data === 'string' ? Math.ceil(data.length / charsPerToken) : undefined
}

function* callCounts(call: unknown): Generator<number> {
  yield MESSAGE_TOKENS
  const called = fieldOf(call, 'function')
  yield* textCounts(fieldOf(called, 'name'))
  yield* textCounts(fieldOf(called, 'arguments'))
}

function* jsonCounts(value: unknown): Generator<number> {
  if (value !== undefined && value !== null) yield* tokenCounts(JSON.stringify(value))
}

function* textCounts(value: unknown): Generator<number> {
  if (typeof value === 'string') yield* tokenCounts(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

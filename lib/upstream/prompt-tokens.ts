import { isRecord } from '@/lib/platform/json'
import { countTexts } from '@/lib/platform/tokens'
import { CLIENT_TOOL } from './contract/chat-model'

type Request = Readonly<Record<string, unknown>>

/** OpenAI's published overheads: a frame around each message and one around the reply. */
const MESSAGE_TOKENS = 3
const NAME_TOKENS = 1
const REPLY_TOKENS = 3
const TOOL_TOKENS = 7
const TOOLS_TOKENS = 12
/** What Anthropic adds for a tool that its models know: 245 (bash) to 735 (computer), says its price list. */
const CLIENT_TOOL_TOKENS = 700
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
const AUDIO_TOKENS = 250
/** Of base64: a minute of speech has some 600 tokens as MP3 and some 2,000 as WAV, which vendors count between. */
const AUDIO_CHARS_PER_TOKEN = 2000
/** The least of a file; and of a large one little by the byte, for most of its bytes are pictures. */
const FILE_TOKENS = 500
const FILE_CHARS_PER_TOKEN = 1000

/**
 * How many tokens a chat-completions request has before its answer: its texts by a real tokenizer (of long ones an estimate,
 * see `countTexts`), an amount for what is not text (a picture's bytes are no words). Takes any request, since a gateway
 * counts before it knows whether the upstream will accept it.
 */
export function countPromptTokens(request: Request): number {
  const known = counted.get(request)
  if (known !== undefined) return known
  const tokens = countAll(request)
  counted.set(request, tokens)
  return tokens
}

/** Whether it fits and what it costs is asked of the same request. */
const counted = new WeakMap<Request, number>()

function countAll(request: Request): number {
  const prompt: Prompt = { tokens: REPLY_TOKENS, texts: [] }
  for (const message of listOf(request.messages)) addMessage(prompt, message)
  const tools = listOf(request.tools)
  if (tools.length > 0) prompt.tokens += TOOLS_TOKENS
  for (const tool of tools) {
    prompt.tokens += isClientTool(tool) ? CLIENT_TOOL_TOKENS : TOOL_TOKENS
    addJson(prompt, fieldOf(tool, 'function') ?? fieldOf(tool, 'custom') ?? tool)
  }
  addJson(prompt, fieldOf(fieldOf(request.response_format, 'json_schema'), 'schema'))
  return prompt.tokens + countTexts(prompt.texts)
}

type Prompt = { tokens: number; texts: string[] }

function addMessage(prompt: Prompt, message: unknown): void {
  prompt.tokens += MESSAGE_TOKENS
  const name = fieldOf(message, 'name')
  const content = fieldOf(message, 'content')
  addText(prompt, fieldOf(message, 'role'))
  addText(prompt, content)
  if (typeof name === 'string') prompt.tokens += NAME_TOKENS
  addText(prompt, name)
  for (const part of listOf(content)) addPart(prompt, part)
  for (const call of listOf(fieldOf(message, 'tool_calls'))) {
    prompt.tokens += MESSAGE_TOKENS
    const called = fieldOf(call, 'function') ?? fieldOf(call, 'custom')
    addText(prompt, fieldOf(called, 'name'))
    addText(prompt, fieldOf(called, 'arguments') ?? fieldOf(called, 'input'))
  }
}

function addPart(prompt: Prompt, part: unknown): void {
  const image = fieldOf(part, 'image_url')
  const audio = fieldOf(part, 'input_audio')
  const file = fieldOf(part, 'file')
  if (image !== undefined)
    prompt.tokens += fieldOf(image, 'detail') === 'low' ? LOW_DETAIL_IMAGE_TOKENS : IMAGE_TOKENS
  else if (audio !== undefined)
    prompt.tokens += sizeOf(fieldOf(audio, 'data'), AUDIO_CHARS_PER_TOKEN) ?? AUDIO_TOKENS
  else if (file !== undefined)
    prompt.tokens += Math.max(FILE_TOKENS, sizeOf(fieldOf(file, 'file_data'), FILE_CHARS_PER_TOKEN) ?? 0)
  else {
    addText(prompt, fieldOf(part, 'text'))
    addText(prompt, fieldOf(part, 'refusal'))
  }
}

/** Tokens of base64 data, by its length. */
function sizeOf(data: unknown, charsPerToken: number): number | undefined {
  return typeof data === 'string' ? Math.ceil(data.length / charsPerToken) : undefined
}

function addJson(prompt: Prompt, value: unknown): void {
  if (value !== undefined && value !== null) prompt.texts.push(JSON.stringify(value))
}

function addText(prompt: Prompt, value: unknown): void {
  if (typeof value === 'string') prompt.texts.push(value)
}

const MOST_FRAME_TOKENS = 8
const MOST_IMAGE_TOKENS = 3000
const MOST_CLIENT_TOOL_TOKENS = 3000
const LEAST_CHARS_PER_AUDIO_TOKEN = 100

/**
 * No tokenizer makes more tokens of a text than it has bytes. Pictures and sound count by the piece, not by their base64.
 * Cheap enough for every request.
 */
export function boundPromptTokens(request: Request): number {
  let bound = MOST_FRAME_TOKENS
  for (const name in request) if (name !== 'messages') bound += bytesOf(request[name])
  bound += MOST_CLIENT_TOOL_TOKENS * listOf(request.tools).filter(isClientTool).length
  for (const message of listOf(request.messages)) {
    bound += MOST_FRAME_TOKENS
    if (!isRecord(message)) continue
    for (const name in message) {
      const value = message[name]
      if (name !== 'content' || typeof value === 'string') bound += bytesOf(value)
      else for (const part of listOf(value)) bound += boundPart(part)
    }
  }
  return bound
}

function boundPart(part: unknown): number {
  const audio = fieldOf(part, 'input_audio')
  if (fieldOf(part, 'image_url') !== undefined) return MOST_IMAGE_TOKENS
  if (audio !== undefined)
    return AUDIO_TOKENS + (sizeOf(fieldOf(audio, 'data'), LEAST_CHARS_PER_AUDIO_TOKEN) ?? 0)
  return fieldOf(part, 'file') === undefined ? bytesOf(part) : FILE_TOKENS + bytesOf(part)
}

/** Of a text as it is, of what has texts in it as JSON; numbers and switches say nothing to a model. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return typeof value === 'object' && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0
}

function isClientTool(tool: unknown): boolean {
  const type = fieldOf(tool, 'type')
  return typeof type === 'string' && CLIENT_TOOL.test(type)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

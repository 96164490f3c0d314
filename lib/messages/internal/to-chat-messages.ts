import type { ChatRequest } from '@/lib/chat/schema'
import type { MessageParam, MessagesRequest, ToolResultBlock } from '../schema'
import { toAssistantMessages } from './to-assistant-messages'
import { type ChatPart, toParts } from './to-parts'

type ChatMessage = ChatRequest['messages'][number]
type UserContent = Extract<MessageParam, { role: 'user' }>['content']

/** A conversation as chat has it: the system's words first, results of tools as messages of their own. */
export function toChatMessages({
  system,
  messages,
}: Pick<MessagesRequest, 'system' | 'messages'>): ChatMessage[] {
  const words = writeSystem(system ?? '')
  return [
    ...(words.length === 0 ? [] : [{ role: 'system' as const, content: words }]),
    ...messages.flatMap(toMessages),
  ]
}

/** One text, for no upstream minds that; in its blocks where one is marked for the cache. */
function writeSystem(system: NonNullable<MessagesRequest['system']>): string | ChatPart[] {
  if (typeof system === 'string') return system
  const isMarked = system.some(({ cache_control: mark }) => mark != null)
  return isMarked ? toParts(system) : system.map(({ text }) => text).join('\n\n')
}

function toMessages(message: MessageParam): ChatMessage[] {
  if (message.role === 'assistant') return toAssistantMessages(message.content)
  if (message.role === 'user') return toUserMessages(message.content)
  const { content } = message
  return [{ role: 'system', content: typeof content === 'string' ? content : contentOf(toParts(content)) }]
}

function toUserMessages(content: UserContent): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'user', content }]
  const results = content.filter((block) => block.type === 'tool_result')
  const parts = [
    ...results.flatMap(picturesOf),
    ...toParts(content.filter((block) => block.type !== 'tool_result')),
  ]
  const isSaid = parts.length > 0 || results.length === 0
  return [
    ...results.map(toToolMessage),
    ...(isSaid ? [{ role: 'user' as const, content: contentOf(parts) }] : []),
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
  const told = is_error === true ? `Error: ${text}` : text
  const lastMark = mark ?? parts.findLast((part) => part.cache_control != null)?.cache_control
  return {
    role: 'tool',
    tool_call_id: tool_use_id,
    content: lastMark == null ? told : [{ type: 'text', text: told, cache_control: lastMark }],
  }
}

/** Results are texts in chat: a picture of one goes into the turn that follows, under the name of its call. */
function picturesOf({ tool_use_id, content }: ToolResultBlock): ChatPart[] {
  if (typeof content === 'string') return []
  const others = toParts(content ?? []).filter((part) => part.type !== 'text')
  const pictures = others.map(({ cache_control: _mark, ...part }) => part)
  if (pictures.length === 0) return []
  return [{ type: 'text', text: `The result of ${tool_use_id} has this besides:` }, ...pictures]
}

function contentOf(parts: ChatPart[]): string | ChatPart[] {
  const [first, ...others] = parts
  if (first === undefined) return ''
  const isPlain = first.type === 'text' && first.cache_control == null
  return isPlain && others.length === 0 ? first.text : parts
}

import type { ChatRequest } from '@/lib/chat/schema'
import type { MessageParam } from '../schema'
import { SEAL_FORMAT } from './seal-format'

type ChatMessage = ChatRequest['messages'][number]
type AssistantContent = Extract<MessageParam, { role: 'assistant' }>['content']
type Block = Exclude<AssistantContent, string>[number]

/**
 * An earlier answer. A thought goes back the way it came: with its vendor's seal, or as the plain text of an upstream
 * that seals nothing.
 */
export function toAssistantMessages(content: AssistantContent): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const text = content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
  const calls = content.flatMap(toCall)
  if (text === '' && calls.length === 0) return []
  const seals = content.flatMap(toSeal)
  const thought = content.flatMap((block) =>
    block.type === 'thinking' && !block.signature ? block.thinking : [],
  )
  const message = {
    role: 'assistant' as const,
    content: text === '' ? null : text,
    ...(thought.length > 0 && { reasoning_content: thought.join('') }),
    ...(seals.length > 0 && { reasoning_details: seals }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return [message]
}

function toCall(block: Block) {
  if (block.type !== 'tool_use') return []
  const { id, name, input } = block
  return [{ id, type: 'function' as const, function: { name, arguments: JSON.stringify(input ?? {}) } }]
}

function toSeal(block: Block): object[] {
  if (block.type === 'redacted_thinking')
    return [{ type: 'reasoning.encrypted', data: block.data, format: SEAL_FORMAT }]
  if (block.type !== 'thinking' || !block.signature) return []
  const { thinking: text, signature } = block
  return [{ type: 'reasoning.text', text, signature, format: SEAL_FORMAT }]
}

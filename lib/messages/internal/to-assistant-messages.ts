import { sealOfCall } from '@/lib/chat/call-seal'
import type { ChatRequest } from '@/lib/chat/schema'
import type { MessageParam } from '../schema'
import { readCallSeal } from './call-seal-text'
import { SEAL_FORMAT } from './seal-format'
import { type ChatPart, toParts } from './to-parts'

type ChatMessage = ChatRequest['messages'][number]
type AssistantContent = Extract<MessageParam, { role: 'assistant' }>['content']
type Block = Exclude<AssistantContent, string>[number]

/**
 * An earlier answer. A thought goes back the way it came: with its vendor's seal, or as the plain text of an upstream
 * that seals nothing. A seal of a call goes back with the call that follows it.
 */
export function toAssistantMessages(content: AssistantContent): ChatMessage[] {
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const text = textOf(content)
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

/** One text; in its blocks where one is marked for the cache. */
function textOf(content: readonly Block[]): string | ChatPart[] {
  const blocks = content.filter((block) => block.type === 'text')
  const isMarked = blocks.some(({ cache_control: mark }) => mark != null)
  return isMarked ? toParts(blocks) : blocks.map(({ text }) => text).join('')
}

function toCall(block: Block, place: number, content: readonly Block[]) {
  if (block.type !== 'tool_use') return []
  const { id, name, input, extra_content, cache_control: mark } = block
  const before = content[place - 1]
  const seal = before?.type === 'thinking' ? readCallSeal(before.signature ?? '') : undefined
  return [
    {
      id,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(input ?? {}) },
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

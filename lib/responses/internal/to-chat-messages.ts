import type { ChatRequest } from '@/lib/chat/schema'
import type { InputItem } from '../input-schema'
import type { ResponsesRequest } from '../schema'
import { AssistantTurn } from './assistant-turn'
import { type ChatPart, toContent, toPart } from './to-content'

type ChatMessage = ChatRequest['messages'][number]
type Output = Extract<InputItem, { type: 'function_call_output' }>

/** A conversation as chat has it: what stands in items of its own here (thoughts, calls) is one message of the model's there. */
export function toChatMessages({
  instructions,
  input,
}: Pick<ResponsesRequest, 'instructions' | 'input'>): ChatMessage[] {
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : []
  if (typeof input === 'string') return [...messages, { role: 'user', content: input }]
  const turn = new AssistantTurn()
  for (const item of input) {
    if (turn.takes(item)) continue
    messages.push(...turn.end(), ...toMessages(item))
    turn.takes(item)
  }
  return [...messages, ...turn.end()]
}

function toMessages(item: InputItem): ChatMessage[] {
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') return toResult(item)
  if (item.type !== 'message' || item.role === 'assistant') return []
  // Few upstreams know developers; to all of them a system's word is the same.
  const role = item.role === 'user' ? 'user' : 'system'
  return [{ role, content: toContent(item.content) }]
}

/** Results are texts in chat: what else they have goes into a turn that follows, under the name of the call. */
function toResult({ call_id, output }: Pick<Output, 'call_id' | 'output'>): ChatMessage[] {
  const parts = typeof output === 'string' ? [] : output.map(toPart)
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  const content = typeof output === 'string' ? output : texts.join('\n')
  const result: ChatMessage = { role: 'tool', tool_call_id: call_id, content }
  const others = parts.filter((part) => part.type !== 'text')
  return others.length === 0 ? [result] : [result, { role: 'user', content: [named(call_id), ...others] }]
}

function named(callId: string): ChatPart {
  return { type: 'text', text: `The result of ${callId} has this besides:` }
}

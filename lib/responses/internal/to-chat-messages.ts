import type { ChatRequest } from '@/lib/chat/schema'
import type { InputItem } from '../input-schema'
import type { ResponsesRequest } from '../schema'
import { AssistantTurn } from './assistant-turn'
import { type ChatPart, toContent, toPart } from './to-content'

type ChatMessage = ChatRequest['messages'][number]
type Output = Extract<InputItem, { type: 'function_call_output' | 'custom_tool_call_output' }>

/** A conversation as chat has it: what stands in items of its own here (thoughts, calls) is one message of the model's there. */
export function toChatMessages({
  instructions,
  input,
}: Pick<ResponsesRequest, 'instructions' | 'input'>): ChatMessage[] {
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : []
  if (typeof input === 'string') return [...messages, { role: 'user', content: input }]
  const turn = new AssistantTurn()
  let besides: ChatPart[] = []
  for (const item of input) {
    if (isOutput(item)) {
      messages.push(...turn.end(), toResult(item))
      besides.push(...partsBesides(item))
      continue
    }
    messages.push(...toUserTurn(besides))
    besides = []
    if (turn.takes(item)) continue
    messages.push(...turn.end(), ...toMessages(item))
    turn.takes(item)
  }
  return [...messages, ...turn.end(), ...toUserTurn(besides)]
}

function toMessages(item: InputItem): ChatMessage[] {
  if (item.type !== 'message' || item.role === 'assistant') return []
  // Few upstreams know developers; to all of them a system's word is the same.
  const role = item.role === 'user' ? 'user' : 'system'
  return [{ role, content: toContent(item.content) }]
}

function isOutput(item: InputItem): item is Output {
  return item.type === 'function_call_output' || item.type === 'custom_tool_call_output'
}

function toResult({ call_id, output }: Output): ChatMessage {
  if (typeof output === 'string') return { role: 'tool', tool_call_id: call_id, content: output }
  const texts = output.map(toPart).flatMap((part) => (part.type === 'text' ? part.text : []))
  return { role: 'tool', tool_call_id: call_id, content: texts.join('\n') }
}

/** Results are texts in chat: what else they have goes into a turn behind all of them, under the name of its call. */
function partsBesides({ call_id, output }: Output): ChatPart[] {
  if (typeof output === 'string') return []
  const others = output.map(toPart).filter((part) => part.type !== 'text')
  if (others.length === 0) return []
  return [{ type: 'text', text: `The result of ${call_id} has this besides:` }, ...others]
}

function toUserTurn(parts: ChatPart[]): ChatMessage[] {
  return parts.length === 0 ? [] : [{ role: 'user', content: parts }]
}

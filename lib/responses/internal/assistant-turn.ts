import type { ChatRequest } from '@/lib/chat/schema'
import type { InputItem } from '../input-schema'
import { type Seals, unpackSeals } from './seals'
import { toPart } from './to-content'

type ChatMessage = ChatRequest['messages'][number]
type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
type Turn = { text: string | null; thought: string; seals: Seals; calls: Call[] }

/** Gathers the items that the model wrote one after another into one message: thoughts, then words, then calls. */
export class AssistantTurn {
  #turn: Turn = emptyTurn()

  /** False: the item belongs to somebody else, or to a turn after this one. */
  takes(item: InputItem): boolean {
    const turn = this.#turn
    const hasSpoken = turn.text !== null || turn.calls.length > 0
    switch (item.type) {
      case 'reasoning':
        if (hasSpoken) return false
        turn.seals.push(...unpackSeals(item.encrypted_content))
        turn.thought += (item.content ?? []).map(({ text }) => text).join('')
        return true
      case 'message':
        if (item.role !== 'assistant' || hasSpoken) return false
        turn.text = textOf(item.content)
        return true
      case 'function_call':
        turn.calls.push(toCall(item.call_id, item.name, item.arguments))
        return true
      case 'custom_tool_call':
        turn.calls.push(toCall(item.call_id, item.name, JSON.stringify({ input: item.input })))
        return true
      default:
        return false
    }
  }

  /** The message, if there is one; the next item begins another. */
  end(): ChatMessage[] {
    const { text, thought, seals, calls } = this.#turn
    this.#turn = emptyTurn()
    if (text === null && calls.length === 0) return []
    const message = {
      role: 'assistant' as const,
      content: text,
      ...(seals.length > 0 ? { reasoning_details: seals } : thought && { reasoning_content: thought }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    return [message]
  }
}

function emptyTurn(): Turn {
  return { text: null, thought: '', seals: [], calls: [] }
}

function toCall(id: string, name: string, given: string): Call {
  return { id, type: 'function', function: { name, arguments: given } }
}

function textOf(content: Extract<InputItem, { type: 'message' }>['content']): string {
  if (typeof content === 'string') return content
  return content
    .flatMap((part) => {
      const own = toPart(part)
      return own.type === 'text' ? own.text : []
    })
    .join('')
}

import { CALL_SEAL_FORMAT, sealOfCall } from '@/lib/chat/call-seal'
import type { ChatRequest } from '@/lib/chat/schema'
import type { InputItem } from '../input-schema'
import { type Seals, unpackSeals } from './seals'
import { toPart } from './to-content'

type CallItem = Extract<InputItem, { type: 'function_call' | 'custom_tool_call' }>
type ChatMessage = ChatRequest['messages'][number]
type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
type Turn = {
  text: string | null
  thought: string
  seals: Seals
  calls: Call[]
  /** Of the call that comes next. */
  callSeal: string | undefined
}

/** Gathers the items that the model wrote one after another into one message: thoughts, then words, then calls. */
export class AssistantTurn {
  #turn: Turn = emptyTurn()

  /** False: the item belongs to somebody else, or to a turn after this one. */
  takes(item: InputItem): boolean {
    const turn = this.#turn
    const hasSpoken = turn.text !== null || turn.calls.length > 0
    switch (item.type) {
      case 'reasoning':
        return this.#takeThought(item, hasSpoken)
      case 'message':
        if (item.role !== 'assistant' || hasSpoken) return false
        turn.text = textOf(item.content)
        return true
      case 'function_call':
        this.#takeCall(item, item.arguments)
        return true
      case 'custom_tool_call':
        this.#takeCall(item, JSON.stringify({ input: item.input }))
        return true
      default:
        return false
    }
  }

  /** What only seals a call belongs to the turn of that call, wherever it stands in it. */
  #takeThought(item: Extract<InputItem, { type: 'reasoning' }>, hasSpoken: boolean): boolean {
    const seals = unpackSeals(item.encrypted_content)
    const ofThoughts = seals.filter(({ format }) => format !== CALL_SEAL_FORMAT)
    const ofCall = seals.find(({ format }) => format === CALL_SEAL_FORMAT)
    if (hasSpoken && (ofCall === undefined || ofThoughts.length > 0)) return false
    const turn = this.#turn
    turn.callSeal = ofCall?.data ?? undefined
    turn.seals.push(...ofThoughts)
    turn.thought += (item.content ?? []).map(({ text }) => text).join('')
    return true
  }

  #takeCall({ call_id: id, name, extra_content }: CallItem, given: string): void {
    const seal = this.#turn.callSeal ?? extra_content?.google.thought_signature
    this.#turn.callSeal = undefined
    this.#turn.calls.push({ id, type: 'function', function: { name, arguments: given }, ...sealOfCall(seal) })
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
  return { text: null, thought: '', seals: [], calls: [], callSeal: undefined }
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

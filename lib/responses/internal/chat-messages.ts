import { CALL_SEAL_FORMAT, sealOfCall } from '@/lib/chat/answer'
import type { ChatRequest } from '@/lib/chat/schema'
import type { InputItem, MessagePart, ResultPart } from '../items'
import { type Seals, unpackSeals } from './seals'
import type { ToolNames } from './tools'

type ChatMessage = ChatRequest['messages'][number]
type Output = Extract<InputItem, { type: 'function_call_output' | 'custom_tool_call_output' }>

/** A conversation in chat's form: separate items here (thoughts, calls) are one message of the model's there. */
export function toChatMessages(
  instructions: string | null | undefined,
  items: readonly InputItem[],
  names: ToolNames,
): ChatMessage[] {
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : []
  const turn = new AssistantTurn(names)
  let besides: ChatPart[] = []
  for (const item of items) {
    if (isOutput(item)) {
      messages.push(...turn.end(), toResult(item))
      besides.push(...partsBesides(item))
      continue
    }
    messages.push(...toUserTurn(besides))
    besides = []
    if (turn.add(item)) continue
    messages.push(...turn.end(), ...toMessages(item))
    turn.add(item)
  }
  return [...messages, ...turn.end(), ...toUserTurn(besides)]
}

function toMessages(item: InputItem): ChatMessage[] {
  if (item.type !== 'message' || item.role === 'assistant') return []
  // Few upstreams know the developer role; all of them treat a system message the same.
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

/** Results are texts in chat: other content goes into a turn behind all of them, under the name of its call. */
function partsBesides({ call_id, output }: Output): ChatPart[] {
  if (typeof output === 'string') return []
  const others = output.map(toPart).filter((part) => part.type !== 'text')
  if (others.length === 0) return []
  return [{ type: 'text', text: `The result of ${call_id} has this besides:` }, ...others]
}

function toUserTurn(parts: ChatPart[]): ChatMessage[] {
  return parts.length === 0 ? [] : [{ role: 'user', content: parts }]
}

type CallItem = Extract<InputItem, { type: 'function_call' | 'custom_tool_call' }>
type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
type Turn = {
  text: string | null
  thought: string
  seals: Seals
  calls: Call[]
  /** Of the next call. */
  callSeal: string | undefined
}

/** Gathers consecutive items of the model into one message: thoughts, then text, then calls. */
class AssistantTurn {
  #turn: Turn = emptyTurn()
  readonly #names: ToolNames

  constructor(names: ToolNames) {
    this.#names = names
  }

  /** False: the item has another role, or belongs to a later turn. */
  add(item: InputItem): boolean {
    const turn = this.#turn
    const hasSpoken = turn.text !== null || turn.calls.length > 0
    switch (item.type) {
      case 'reasoning':
        return this.#addThought(item, hasSpoken)
      case 'message':
        if (item.role !== 'assistant' || hasSpoken) return false
        turn.text = textOf(item.content)
        return true
      case 'function_call':
        this.#addCall(item, item.arguments)
        return true
      case 'custom_tool_call':
        this.#addCall(item, JSON.stringify({ input: item.input }))
        return true
      default:
        return false
    }
  }

  /** A seal of a call belongs to the turn of that call, at any position in it. */
  #addThought(item: Extract<InputItem, { type: 'reasoning' }>, hasSpoken: boolean): boolean {
    const seals = unpackSeals(item.encrypted_content)
    const ofThoughts = seals.filter(({ format }) => format !== CALL_SEAL_FORMAT)
    const ofCall = seals.find(({ format }) => format === CALL_SEAL_FORMAT)
    if (hasSpoken && (ofCall === undefined || ofThoughts.length > 0)) return false
    const turn = this.#turn
    turn.callSeal = ofCall?.data ?? undefined
    turn.seals.push(...ofThoughts)
    const thoughts = item.content?.length ? item.content : (item.summary ?? [])
    turn.thought += thoughts.map(({ text }) => text).join('')
    return true
  }

  #addCall({ call_id: id, extra_content, ...called }: CallItem, given: string): void {
    const name = this.#names.inChat(called.name, called.namespace)
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

type Content = NonNullable<Extract<ChatRequest['messages'][number], { role: 'tool' }>['content']>
type ChatPart = Exclude<Content, string>[number]

/** The parts of a message in chat's form; a single text as a plain string. */
function toContent(content: string | readonly (MessagePart | ResultPart)[]): string | ChatPart[] {
  if (typeof content === 'string') return content
  const parts = content.map(toPart)
  const [first, ...others] = parts
  if (first === undefined) return ''
  return first.type === 'text' && others.length === 0 ? first.text : parts
}

function toPart(part: MessagePart | ResultPart): ChatPart {
  switch (part.type) {
    case 'input_image': {
      const { image_url: url, detail } = part
      return { type: 'image_url', image_url: detail == null ? { url } : { url, detail } }
    }
    case 'input_file':
      return {
        type: 'file',
        file: { filename: part.filename || 'file.pdf', file_data: part.file_data ?? part.file_url },
      }
    case 'input_audio':
      return { type: 'input_audio', input_audio: part.input_audio }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    default:
      return { type: 'text', text: part.text }
  }
}

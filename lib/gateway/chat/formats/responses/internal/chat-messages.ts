import { isRecord } from '@/lib/platform/json'
import { CALL_SEAL_FORMAT, sealOfCall } from '../../../answer'
import type { ChatMessage, ChatPart } from '../../../schema'
import { argumentsText, toText } from '../../../to-text'
import {
  type InputItem,
  isCompacted,
  isKnown,
  type KnownItem,
  type MessagePart,
  type OtherItem,
  ResultContent,
  type ResultPart,
  type Seals,
  unpackSeals,
  unpackSummary,
} from '../items'
import type { ToolNames } from './tools'

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>
type Output = Extract<KnownItem, { type: 'function_call_output' | 'custom_tool_call_output' }>

/**
 * A conversation in chat's format. Consecutive items of the model (thoughts, text, calls) become one message, followed directly
 * by the results of its calls, wherever those are in the items.
 */
export function toChatMessages(
  instructions: string | null | undefined,
  items: readonly InputItem[],
  names: ToolNames,
): ChatMessage[] {
  const messages: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : []
  const turn = new AssistantTurn(names)
  const known = toKnownItems(items)
  const results = new Results(known.filter(isOutput))
  const endTurn = () => {
    for (const message of turn.end()) messages.push(message, ...results.take(message.tool_calls ?? []))
  }
  for (const item of known) {
    if (turn.add(item)) continue
    endTurn()
    messages.push(...(isOutput(item) ? results.takeOrphan(item) : toMessages(item)))
    turn.add(item)
  }
  endTurn()
  return messages
}

function toMessages(item: KnownItem): ChatMessage[] {
  if (item.type !== 'message' || item.role === 'assistant') return []
  // Few upstreams know the developer role, and all treat a system message the same.
  const role = item.role === 'user' ? 'user' : 'system'
  return [{ role, content: toContent(item.content) }]
}

function isOutput(item: KnownItem): item is Output {
  return item.type === 'function_call_output' || item.type === 'custom_tool_call_output'
}

/** Results by the ID of their call. Some upstreams give several calls the same ID: each call takes the first remaining result. */
class Results {
  readonly #left = new Map<string, Output[]>()

  constructor(outputs: readonly Output[]) {
    for (const output of outputs) {
      const same = this.#left.get(output.call_id)
      if (same) same.push(output)
      else this.#left.set(output.call_id, [output])
    }
  }

  /** Results are texts in chat: other content goes into a message after them, with the ID of its call. */
  take(calls: readonly { id: string }[]): ChatMessage[] {
    const outputs = calls.flatMap(({ id }) => this.#left.get(id)?.shift() ?? [])
    const others = outputs.flatMap(otherPartsOf)
    const turn: ChatMessage[] = others.length === 0 ? [] : [{ role: 'user', content: others }]
    return [...outputs.map(toResult), ...turn]
  }

  /** A result whose call is missing, as a user's message: upstreams refuse results without a call. */
  takeOrphan(output: Output): ChatMessage[] {
    const left = this.#left.get(output.call_id)
    if (left?.[0] !== output) return []
    left.shift()
    const parts = typeof output.output === 'string' ? [textPart(output.output)] : output.output.map(toPart)
    return [{ role: 'user', content: [textPart('The result of an earlier call:'), ...parts] }]
  }
}

function toResult({ call_id, output }: Output): ChatMessage {
  if (typeof output === 'string') return { role: 'tool', tool_call_id: call_id, content: output }
  const texts = output.map(toPart).flatMap((part) => (part.type === 'text' ? part.text : []))
  return { role: 'tool', tool_call_id: call_id, content: texts.join('\n') }
}

function otherPartsOf({ call_id, output }: Output): ChatPart[] {
  if (typeof output === 'string') return []
  const others = output.map(toPart).filter((part) => part.type !== 'text')
  return others.length === 0 ? [] : [textPart(`The result of ${call_id} also contains:`), ...others]
}

function textPart(text: string): ChatPart {
  return { type: 'text', text }
}

type CallItem = Extract<KnownItem, { type: 'function_call' | 'custom_tool_call' }>
type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
type Turn = {
  text: string | null
  thought: string
  seals: Seals
  calls: Call[]
  /** The seal of the next call. */
  callSeal: string | undefined
}

/** Collects consecutive items of the model into one message: thoughts, then text, then calls. */
class AssistantTurn {
  #turn: Turn = emptyTurn()
  readonly #names: ToolNames

  constructor(names: ToolNames) {
    this.#names = names
  }

  /** Returns false if the item has another role or belongs to a later turn. */
  add(item: KnownItem): boolean {
    const turn = this.#turn
    const hasContent = turn.text !== null || turn.calls.length > 0
    switch (item.type) {
      case 'reasoning':
        return this.#addThought(item, hasContent)
      case 'message':
        if (item.role !== 'assistant' || hasContent) return false
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

  /** The seal of a call belongs to the turn of that call, at any position. */
  #addThought(item: Extract<KnownItem, { type: 'reasoning' }>, hasContent: boolean): boolean {
    const seals = unpackSeals(item.encrypted_content)
    const ofThoughts = seals.filter(({ format }) => format !== CALL_SEAL_FORMAT)
    const ofCall = seals.find(({ format }) => format === CALL_SEAL_FORMAT)
    if (hasContent && (ofCall === undefined || ofThoughts.length > 0)) return false
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
  end(): AssistantMessage[] {
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

function textOf(content: Extract<KnownItem, { type: 'message' }>['content']): string {
  if (typeof content === 'string') return content
  return content
    .flatMap((part) => {
      const converted = toPart(part)
      return converted.type === 'text' ? converted.text : []
    })
    .join('')
}

/** The parts of a message in chat's format; a single text as a string. */
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

/**
 * Agents send items that chat has no format for with every request: calls of tools that ran elsewhere, compacted conversations,
 * their own notes. A call with a result becomes a function call; other items become texts, or are omitted if a model has no use
 * for them.
 */
function toKnownItems(items: readonly InputItem[]): KnownItem[] {
  if (isCompacted(items)) return [...toKnownItems(items.slice(0, -1)), messageOf('user', SUMMARIZE)]
  const answered = new Set(items.flatMap((item) => (OUTPUT.test(item.type) ? (callIdOf(item) ?? []) : [])))
  return items.flatMap((item) => (isKnown(item) ? item : translate(item, answered)))
}

const SUMMARIZE = `Summarize this conversation for another model that goes on with the task and sees nothing but your summary and \
the user's own messages. Write what was decided and done, what is left to do next, what the user wants and forbids, and every path, \
name, command and figure that is needed to go on. Answer with the summary alone.`

const CALL = /_call$/
const OUTPUT = /_output$/

/** Omitted items: their outcome is in the text that follows, or a model has no use for them. */
const OMITTED = new Set([
  'additional_tools',
  'compaction_trigger',
  'configuration_update',
  'file_search_call',
  'ghost_snapshot',
  'mcp_list_tools',
  'web_search_call',
])

function translate(item: OtherItem, answered: ReadonlySet<string>): KnownItem[] {
  const { type } = item
  if (OMITTED.has(type)) return []
  if (type.includes('compaction')) return [messageOf('user', summaryOf(item))]
  const callId = callIdOf(item)
  if (CALL.test(type) && callId !== undefined && answered.has(callId)) {
    const { id: _id, call_id: _call, status: _status, type: _type, ...rest } = item
    const given = argumentsText(item.action ?? item.operation ?? item.arguments ?? rest)
    return [{ type: 'function_call', call_id: callId, name: type.replace(CALL, ''), arguments: given }]
  }
  if (OUTPUT.test(type)) {
    const output = ResultContent.safeParse(outputOf(item)).data ?? toText(item)
    return [{ type: 'function_call_output', call_id: callId ?? '', output }]
  }
  if (CALL.test(type)) return [messageOf('assistant', toText(item))]
  const content = ResultContent.safeParse(item.content).data || toText(item)
  const from = typeof item.author === 'string' ? [messageOf('user', `From ${item.author}:`)] : []
  return [...from, messageOf(item.role === 'assistant' ? 'assistant' : 'user', content)]
}

/** Calls of a local shell may have only the item's ID. */
function callIdOf({ id, call_id }: InputItem): string | undefined {
  return (typeof call_id === 'string' && call_id) || id || undefined
}

function outputOf({ output, tools, ...rest }: OtherItem): unknown {
  if (Array.isArray(tools))
    return `Tools that can be called now: ${tools.flatMap(nameOf).join(', ') || 'none'}`
  if (isRecord(output) && typeof output.image_url === 'string') return [{ ...output, type: 'input_image' }]
  return output ?? toText(rest)
}

function nameOf(tool: unknown): string[] {
  return isRecord(tool) && typeof tool.name === 'string' ? [tool.name] : []
}

const UNREADABLE =
  'An earlier part of this conversation was compacted by another service and cannot be read here.'

function summaryOf({ encrypted_content }: OtherItem): string {
  const summary = typeof encrypted_content === 'string' ? unpackSummary(encrypted_content) : undefined
  return summary === undefined
    ? `[${UNREADABLE}]`
    : `A summary of the conversation before this:\n\n${summary}`
}

type Message = Extract<KnownItem, { type: 'message' }>

function messageOf(role: Message['role'], content: Message['content']): Message {
  return { type: 'message', role, content }
}

import { isRecord, parseJson } from '@/lib/platform/json'
import { type Citation, type ReasoningSeal, sealOfCall } from '../../../answer'
import {
  type OutputItem,
  type OutputPart,
  packSeals,
  packSummary,
  type Seals,
  type UrlCitation,
} from '../items'

export type ItemStatus = OutputItem['status']

/** An item of the output while it grows. Every method returns the events to send. */
export interface OpenItem {
  readonly item: OutputItem
  /** The item's last events before `output_item.done`. */
  close(status: ItemStatus): string
}

/** Writes an event that belongs to one item. */
export type WriteItemEvent = (type: string, fields: object) => string

type MessageOutput = Extract<OutputItem, { type: 'message' }>
type Kind = OutputPart['type']

/** The model's message: texts and refusals, each in a separate part. */
export class MessageItem implements OpenItem {
  readonly item: MessageOutput
  readonly #write: WriteItemEvent
  /** Citations arrive before the text that they belong to. */
  #citations: UrlCitation[] = []

  constructor(id: string, write: WriteItemEvent) {
    this.item = { type: 'message', id, role: 'assistant', content: [], status: 'in_progress' }
    this.#write = write
  }

  add(kind: Kind, delta: string): string {
    const open = this.item.content.at(-1)
    const isSame = open?.type === kind
    const start = isSame ? '' : this.#closePart() + this.#openPart(kind)
    const part = this.item.content.at(-1)
    if (part?.type === 'output_text') {
      part.text += delta
      return start + this.#partEvent('response.output_text.delta', { delta, logprobs: [] }) + this.#annotate()
    }
    if (part?.type === 'refusal') part.refusal += delta
    return start + this.#partEvent('response.refusal.delta', { delta })
  }

  /** Adds the citation to the open text, or to the next one. */
  cite({ url, title, start, end }: Citation): string {
    this.#citations.push({ type: 'url_citation', url, title, start_index: start, end_index: end })
    return this.#annotate()
  }

  close(status: ItemStatus): string {
    const events = this.#closePart()
    this.item.status = status
    return events
  }

  #annotate(): string {
    const part = this.item.content.at(-1)
    if (part?.type !== 'output_text') return ''
    const events = this.#citations.map((annotation) => {
      const annotation_index = part.annotations.push(annotation) - 1
      return this.#partEvent('response.output_text.annotation.added', { annotation_index, annotation })
    })
    this.#citations = []
    return events.join('')
  }

  #openPart(kind: Kind): string {
    const part: OutputPart =
      kind === 'refusal'
        ? { type: kind, refusal: '' }
        : { type: kind, text: '', annotations: [], logprobs: [] }
    this.item.content.push(part)
    return this.#partEvent('response.content_part.added', { part })
  }

  #closePart(): string {
    const part = this.item.content.at(-1)
    if (part === undefined) return ''
    const done =
      part.type === 'refusal'
        ? this.#partEvent('response.refusal.done', { refusal: part.refusal })
        : this.#partEvent('response.output_text.done', { text: part.text, logprobs: [] })
    return done + this.#partEvent('response.content_part.done', { part })
  }

  #partEvent(type: string, fields: object): string {
    return this.#write(type, { content_index: this.item.content.length - 1, ...fields })
  }
}

type CallOutput = Extract<OutputItem, { type: 'function_call' }>
type CustomCallOutput = Extract<OutputItem, { type: 'custom_tool_call' }>
type Called = {
  id: string
  callId: string
  name: string
  namespace?: string | undefined
  /** The seal of the call, if the item has to carry it. */
  signature: string | undefined
}

/** A call of one of the caller's functions; its arguments arrive in chunks. */
export class CallItem implements OpenItem {
  readonly item: CallOutput
  readonly #write: WriteItemEvent

  constructor({ id, callId, name, namespace, signature }: Called, write: WriteItemEvent) {
    const called = { id, call_id: callId, name, ...(namespace !== undefined && { namespace }) }
    const begun = { ...called, arguments: '', ...sealOfCall(signature) }
    this.item = { type: 'function_call', ...begun, status: 'in_progress' }
    this.#write = write
  }

  add(delta: string): string {
    this.item.arguments += delta
    return this.#write('response.function_call_arguments.delta', { delta })
  }

  close(status: ItemStatus): string {
    this.item.status = status
    const { name, arguments: given } = this.item
    return this.#write('response.function_call_arguments.done', { name, arguments: given })
  }
}

/** A call of a tool that takes free text. The text arrives wrapped in JSON, so it is written once it is complete. */
export class CustomCallItem implements OpenItem {
  readonly item: CustomCallOutput
  readonly #write: WriteItemEvent
  #json = ''

  constructor({ id, callId, name, namespace, signature }: Called, write: WriteItemEvent) {
    const called = { id, call_id: callId, name, ...(namespace !== undefined && { namespace }) }
    const begun = { ...called, input: '', ...sealOfCall(signature) }
    this.item = { type: 'custom_tool_call', ...begun, status: 'in_progress' }
    this.#write = write
  }

  add(delta: string): string {
    this.#json += delta
    return ''
  }

  close(status: ItemStatus): string {
    const input = inputOf(this.#json)
    Object.assign(this.item, { input, status })
    return (
      this.#write('response.custom_tool_call_input.delta', { delta: input }) +
      this.#write('response.custom_tool_call_input.done', { input })
    )
  }
}

/** The text in the JSON. Models may omit the JSON, or name its only member differently. */
function inputOf(json: string): string {
  const value = parseJson(json)
  if (typeof value === 'string') return value
  if (!isRecord(value)) return json
  if (typeof value.input === 'string') return value.input
  const [only = '', ...others] = Object.values(value)
  return typeof only === 'string' && others.length === 0 ? only : json
}

type ReasoningOutput = Extract<OutputItem, { type: 'reasoning' }>

/** The model's thoughts, sent as the summary that clients show. The vendor's full reasoning is not available. */
export class ReasoningItem implements OpenItem {
  readonly item: ReasoningOutput
  readonly #write: WriteItemEvent
  readonly #showsSeals: boolean
  readonly #seals: Seals = []
  /** The length of the text that is sealed so far. */
  #sealedLength = 0

  constructor(id: string, write: WriteItemEvent, showsSeals: boolean) {
    this.item = { type: 'reasoning', id, summary: [], status: 'in_progress' }
    this.#write = write
    this.#showsSeals = showsSeals
  }

  /** The seals as one text, once the item is closed. */
  get sealed(): string | undefined {
    return this.#seals.length === 0 ? undefined : packSeals(this.#seals)
  }

  add(delta: string): string {
    const isFirst = this.item.summary.length === 0
    const part = this.item.summary[0] ?? { type: 'summary_text', text: '' }
    const start = isFirst ? this.#summaryEvent('part.added', { part }) : ''
    if (isFirst) this.item.summary.push(part)
    part.text += delta
    return start + this.#summaryEvent('text.delta', { delta })
  }

  /** Adds a seal for the text since the last seal. */
  seal(seal: ReasoningSeal): void {
    const all = this.item.summary[0]?.text ?? ''
    this.#seals.push({ ...seal, ...(seal.signature && { text: all.slice(this.#sealedLength) }) })
    if (seal.signature) this.#sealedLength = all.length
  }

  close(status: ItemStatus): string {
    this.item.status = status
    const { sealed } = this
    if (this.#showsSeals && sealed !== undefined) this.item.encrypted_content = sealed
    const [part] = this.item.summary
    if (part === undefined) return ''
    return this.#summaryEvent('text.done', { text: part.text }) + this.#summaryEvent('part.done', { part })
  }

  #summaryEvent(kind: string, fields: object): string {
    return this.#write(`response.reasoning_summary_${kind}`, { summary_index: 0, ...fields })
  }
}

type CompactionOutput = Extract<OutputItem, { type: 'compaction' }>

/** A summary of the conversation in place of an answer. Only this gateway can read it. */
export class CompactionItem implements OpenItem {
  readonly item: CompactionOutput
  #text = ''

  constructor(id: string) {
    this.item = { type: 'compaction', id, encrypted_content: '', status: 'in_progress' }
  }

  add(delta: string): string {
    this.#text += delta
    return ''
  }

  close(status: ItemStatus): string {
    Object.assign(this.item, { encrypted_content: packSummary(this.#text), status })
    return ''
  }
}

import { type AnswerPart, CALL_SEAL_FORMAT } from '../../../answer'
import type { OutputItem } from '../items'
import {
  CallItem,
  CompactionItem,
  CustomCallItem,
  type ItemStatus,
  MessageItem,
  type OpenItem,
  ReasoningItem,
  type WriteItemEvent,
} from './output-items'
import type { ToolNames } from './tools'

type CallPart = Extract<AnswerPart, { type: 'call' }>
type Options = {
  events: EventWriter
  /** The common end of the items' IDs. */
  tail: string
  names: ToolNames
  /** The answer is a summary of the conversation. */
  compacts: boolean
  /** Whether the caller sees seals, and whether they are stored. */
  showsSeals: boolean
  keepsSeals: boolean
}

/** Builds a response's output from parts, one item after another, and writes each step as events. */
export class OutputWriter {
  readonly output: OutputItem[] = []
  readonly #options: Options
  /** Seals by the index of their item. */
  readonly #seals = new Map<number, string>()
  #open: OpenItem | undefined
  /** Set while the open item is a call. */
  #call: { index: number; id: string } | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** The output as it is stored, including seals that are hidden from the caller. */
  get kept(): OutputItem[] {
    return this.output.map((item, at) => {
      const encrypted_content = this.#seals.get(at)
      return item.type === 'reasoning' && encrypted_content ? { ...item, encrypted_content } : item
    })
  }

  write(part: AnswerPart): string {
    if (this.#options.compacts) return part.type === 'text' ? this.#writeSummary(part.text) : ''
    switch (part.type) {
      case 'thought':
      case 'seal':
        return this.#writeThought(part)
      case 'text':
      case 'refusal':
        return this.#writeText(part)
      case 'citation':
        return this.#writeCitation(part)
      case 'call':
        return this.#writeCall(part)
    }
  }

  close(status: ItemStatus): string {
    const open = this.#open
    if (open === undefined) return ''
    const events = open.close(status)
    this.#open = undefined
    this.#call = undefined
    const output_index = this.output.length - 1
    if (open instanceof ReasoningItem && open.sealed) this.#seals.set(output_index, open.sealed)
    return events + this.#options.events.write('response.output_item.done', { output_index, item: open.item })
  }

  #writeSummary(text: string): string {
    const open = this.#open instanceof CompactionItem ? this.#open : undefined
    const [item, start] = open ? ([open, ''] as const) : this.#start('cmp', (id) => new CompactionItem(id))
    return start + item.add(text)
  }

  #writeThought(part: Extract<AnswerPart, { type: 'thought' | 'seal' }>): string {
    const open = this.#open instanceof ReasoningItem ? this.#open : undefined
    const { showsSeals, keepsSeals } = this.#options
    if (open === undefined && part.type === 'seal' && !showsSeals && !keepsSeals) return ''
    const [item, start] = open
      ? ([open, ''] as const)
      : this.#start('rs', (id, write) => new ReasoningItem(id, write, showsSeals))
    if (part.type === 'thought') return start + item.add(part.text)
    item.seal(part.seal)
    return start
  }

  #writeText(part: Extract<AnswerPart, { type: 'text' | 'refusal' }>): string {
    const [item, start] = this.#message()
    return start + item.add(part.type === 'text' ? 'output_text' : 'refusal', part.text)
  }

  #writeCitation({ citation }: Extract<AnswerPart, { type: 'citation' }>): string {
    const [item, start] = this.#message()
    return start + item.cite(citation)
  }

  #message(): [MessageItem, string] {
    if (this.#open instanceof MessageItem) return [this.#open, '']
    return this.#start('msg', (id, write) => new MessageItem(id, write))
  }

  /** Throws for a part of a call whose item is closed. */
  #writeCall(part: CallPart): string {
    const { index, id, arguments: given } = part
    const open =
      this.#open instanceof CallItem || this.#open instanceof CustomCallItem ? this.#open : undefined
    const continues = open && this.#call?.index === index && (id === '' || id === this.#call.id)
    if (continues) return given === '' ? '' : open.add(given)
    if (id === '' && part.name === '') throw new Error('a part of a call whose item is not open')
    const { showsSeals, names } = this.#options
    const { isCustom, ...named } = names.find(part.name)
    const seal = showsSeals && part.signature ? this.#writeCallSeal(part.signature) : ''
    const signature = showsSeals ? undefined : part.signature
    const callId = id || `call_${this.output.length}`
    const Kind = isCustom ? CustomCallItem : CallItem
    const [item, start] = this.#start(
      isCustom ? 'ctc' : 'fc',
      (itemId, write) => new Kind({ id: itemId, callId, ...named, signature }, write),
    )
    this.#call = { index, id: callId }
    return seal + start + (given === '' ? '' : item.add(given))
  }

  /** Writes the seal of a call into the thought before it, or into an empty one. */
  #writeCallSeal(data: string): string {
    return this.#writeThought({
      type: 'seal',
      seal: { type: 'reasoning.encrypted', format: CALL_SEAL_FORMAT, data },
    })
  }

  #start<Item extends OpenItem>(
    prefix: string,
    make: (id: string, write: WriteItemEvent) => Item,
  ): [Item, string] {
    const before = this.close('completed')
    const { events, tail } = this.#options
    const output_index = this.output.length
    const item_id = `${prefix}_${tail}${output_index}`
    const opened = make(item_id, (type, fields) => events.write(type, { item_id, output_index, ...fields }))
    this.#open = opened
    this.output.push(opened.item)
    return [opened, before + events.write('response.output_item.added', { output_index, item: opened.item })]
  }
}

/** The part of the ID that a response and its items have in common. */
export function tailOf(chatId: string): string {
  return chatId.slice(chatId.indexOf('_') + 1)
}

/** Writes server-sent events, named by type and numbered in sequence. */
export class EventWriter {
  #sequence = 0

  write(type: string, fields: object): string {
    const data = { type, sequence_number: this.#sequence++, ...fields }
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

import type { Citation } from '@/lib/chat/read-pieces'
import type { OutputItem, OutputPart, UrlCitation } from '../schema'
import type { ItemStatus, OpenItem, WriteItemEvent } from './open-item'

type Item = Extract<OutputItem, { type: 'message' }>
type Kind = OutputPart['type']

/** What the model says: a text, or why it says none, each in a part of its own. */
export class MessageItem implements OpenItem {
  readonly item: Item
  readonly #write: WriteItemEvent
  /** Told before the text that they are for. */
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

  /** Goes with the text that is open, or with the next one. */
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

import type { ReasoningSeal } from '@/lib/chat/read-pieces'
import type { OutputItem } from '../schema'
import type { ItemStatus, OpenItem, WriteItemEvent } from './open-item'
import { packSeals, type Seals } from './seals'

type Item = Extract<OutputItem, { type: 'reasoning' }>

/** What the model thinks before it speaks. */
export class ReasoningItem implements OpenItem {
  readonly item: Item
  readonly #write: WriteItemEvent
  readonly #showsSeals: boolean
  readonly #seals: Seals = []
  /** Up to where its text is sealed. */
  #sealedLength = 0

  constructor(id: string, write: WriteItemEvent, showsSeals: boolean) {
    this.item = { type: 'reasoning', id, summary: [], content: [], status: 'in_progress' }
    this.#write = write
    this.#showsSeals = showsSeals
  }

  add(delta: string): string {
    const isFirst = this.item.content.length === 0
    const part = this.item.content[0] ?? { type: 'reasoning_text', text: '' }
    const start = isFirst ? this.#partEvent('response.content_part.added', { part }) : ''
    if (isFirst) this.item.content.push(part)
    part.text += delta
    return start + this.#partEvent('response.reasoning_text.delta', { delta })
  }

  /** The seal is over the text before it that has none yet. */
  seal(seal: ReasoningSeal): void {
    const all = this.item.content[0]?.text ?? ''
    this.#seals.push({ ...seal, ...(seal.signature && { text: all.slice(this.#sealedLength) }) })
    if (seal.signature) this.#sealedLength = all.length
  }

  close(status: ItemStatus): string {
    this.item.status = status
    if (this.#showsSeals && this.#seals.length > 0) this.item.encrypted_content = packSeals(this.#seals)
    const [part] = this.item.content
    if (part === undefined) return ''
    return (
      this.#partEvent('response.reasoning_text.done', { text: part.text }) +
      this.#partEvent('response.content_part.done', { part })
    )
  }

  #partEvent(type: string, fields: object): string {
    return this.#write(type, { content_index: 0, ...fields })
  }
}

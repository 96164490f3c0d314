import { newId } from '@/lib/platform/ids'
import { parseJson } from '@/lib/platform/json'
import type { AnswerPart } from './answer'
import type { ChatRequest } from './schema'

/** Gives calls ids of their own: some upstreams begin anew with each answer, and agents tell results apart by the id alone. */
export class CallIds {
  readonly #ids = new Map<string, string>()

  constructor({ messages }: Pick<ChatRequest, 'messages'>) {
    for (const message of messages)
      if (message.role === 'assistant')
        for (const { id } of message.tool_calls ?? []) if (id !== '') this.#ids.set(id, newId('call'))
  }

  own(part: AnswerPart): AnswerPart {
    return part.type === 'call' ? { ...part, id: this.#ids.get(part.id) ?? part.id } : part
  }
}

/**
 * Puts the parts of a stream into the order that other formats need: one call ends before anything else begins. Upstreams
 * may send pieces of parallel calls in turn. Parts are passed on as they come; what begins before the arguments of the call
 * before it are whole waits for the end of the answer. A call without arguments gets `{}`.
 */
export class CallOrder {
  #open: { index: number; arguments: string } | undefined
  /** Those of one call together. */
  readonly #waiting = new Map<number | AnswerPart, AnswerPart[]>()

  push(part: AnswerPart): AnswerPart[] {
    const open = this.#open
    if (open && part.type === 'call' && part.index === open.index) return this.#pass(part)
    if (this.#waiting.size === 0 && (!open || isJson(open.arguments)))
      return [...this.#close(), ...this.#pass(part)]
    const key = part.type === 'call' ? part.index : part
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(part)
    else this.#waiting.set(key, [part])
    return []
  }

  /** What is left once the answer is over. */
  end(): AnswerPart[] {
    const groups = [...this.#waiting.values()]
    this.#waiting.clear()
    return [
      ...this.#close(),
      ...groups.flatMap((parts) => [...parts.flatMap((part) => this.#pass(part)), ...this.#close()]),
    ]
  }

  #pass(part: AnswerPart): AnswerPart[] {
    if (part.type === 'call') {
      this.#open ??= { index: part.index, arguments: '' }
      this.#open.arguments += part.arguments
    }
    return [part]
  }

  #close(): AnswerPart[] {
    const open = this.#open
    this.#open = undefined
    if (open?.arguments.trim() !== '') return []
    return [{ type: 'call', index: open.index, id: '', name: '', arguments: '{}' }]
  }
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}

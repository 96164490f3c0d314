import { z } from 'zod'
import { sealOfCall } from '@/lib/chat/call-seal'
import type { OutputItem } from '../schema'
import type { ItemStatus, OpenItem, WriteItemEvent } from './open-item'

type Item = Extract<OutputItem, { type: 'function_call' }>
type CustomItem = Extract<OutputItem, { type: 'custom_tool_call' }>
type Called = {
  id: string
  callId: string
  name: string
  /** Of the call, where it has to travel with the item. */
  signature: string | undefined
}

/** A call of one of the caller's functions; its arguments come in pieces. */
export class CallItem implements OpenItem {
  readonly item: Item
  readonly #write: WriteItemEvent

  constructor({ id, callId, name, signature }: Called, write: WriteItemEvent) {
    const begun = { id, call_id: callId, name, arguments: '', ...sealOfCall(signature) }
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

const Input = z.object({ input: z.string() })

/** A call of a tool that takes plain text: it comes wrapped in JSON, so it can be told only when all of it is there. */
export class CustomCallItem implements OpenItem {
  readonly item: CustomItem
  readonly #write: WriteItemEvent
  #json = ''

  constructor({ id, callId, name, signature }: Called, write: WriteItemEvent) {
    const begun = { id, call_id: callId, name, input: '', ...sealOfCall(signature) }
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

/** A model that forgot the wrapping meant the text itself. */
function inputOf(json: string): string {
  try {
    return Input.parse(JSON.parse(json)).input
  } catch {
    return json
  }
}

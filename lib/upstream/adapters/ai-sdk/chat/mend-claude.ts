import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isRecord, omit, parseJson } from '@/lib/platform/json'
import { type Fields, fieldsOf } from '@/lib/upstream/reading/members'
import { type AnswerMender, count, loosely, text } from '../mend-answer'

/** 0 counts as not reported, because no prompt has 0 tokens, and it must not replace the count of an earlier event. */
const some = count.transform((tokens) => tokens || undefined)

const Message = loosely({
  id: text,
  model: text,
  stop_reason: text,
  stop_sequence: text,
  usage: loosely({
    input_tokens: some,
    output_tokens: count,
    cache_creation_input_tokens: some,
    cache_read_input_tokens: some,
    // Dropped, because the totals are enough.
    iterations: z.undefined().optional().catch(undefined),
  }),
})

const string = z.string().catch('')
const input = z.preprocess(
  (value) => (typeof value === 'string' ? parseJson(value) : value),
  z.record(z.string(), z.unknown()).catch({}),
)
const partial_json = z.preprocess((value) => (isRecord(value) ? JSON.stringify(value) : value), string)

/** The known blocks and deltas. By the vendor's documentation there may be others, which are skipped. */
const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: string }),
  z.looseObject({ type: z.literal('thinking'), thinking: string, signature: string }),
  z.object({ type: z.literal('tool_use'), id: string, name: z.string(), input }),
  z.looseObject({ type: z.enum(['redacted_thinking', 'server_tool_use', 'web_search_tool_result']) }),
])
const Delta = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: string }),
  z.object({ type: z.literal('thinking_delta'), thinking: string }),
  z.object({ type: z.literal('signature_delta'), signature: string }),
  z.object({ type: z.literal('input_json_delta'), partial_json }),
  z.looseObject({ type: z.literal('citations_delta') }),
])

/** Repairs answers of Anthropic's API, and of the many servers that implement it loosely. */
export class ClaudeMender implements AnswerMender {
  readonly #leftOut = new Set<number>()
  readonly #callIds = new Set<string>()
  #open: number | undefined
  #stop: string | undefined
  #outputTokens = 0
  #hasContent = false
  #isOver = false

  whole(parts: readonly Fields[]): Fields | undefined {
    const { content, ...answer } = parts.find((part) => Array.isArray(part.content)) ?? gather(parts) ?? {}
    const { id, model, stop_reason, stop_sequence, usage } = Message.parse(answer)
    if (!Array.isArray(content)) return undefined
    const blocks = content.flatMap((block) => this.#read(block) ?? [])
    return {
      type: 'message',
      id,
      model,
      content: blocks,
      stop_sequence,
      stop_reason: this.#reason(stop_reason),
      usage: { ...usage, input_tokens: usage.input_tokens ?? 0, output_tokens: usage.output_tokens ?? 0 },
    }
  }

  event(event: Fields): Fields[] {
    const { type } = event
    const index = typeof event.index === 'number' ? event.index : 0
    switch (type) {
      case 'message':
        return asEvents(event).flatMap((one) => this.event(one))
      case 'message_start': {
        const { usage, id, model } = Message.parse(event.message)
        return [{ type, message: { id, model, usage: { ...usage, input_tokens: usage.input_tokens ?? 0 } } }]
      }
      case 'content_block_start':
        return this.#begin(index, event.content_block)
      case 'content_block_delta': {
        const delta = Delta.safeParse(event.delta).data
        return delta === undefined || this.#leftOut.has(index) ? [] : [{ type, index, delta }]
      }
      case 'content_block_stop':
        return this.#close()
      case 'message_delta':
        return this.#recordDelta(Message.parse({ ...fieldsOf(event.delta), usage: event.usage }))
      case 'message_stop':
        return this.#finish()
      default:
        return []
    }
  }

  end(): Fields[] | undefined {
    if (this.#isOver) return []
    return this.#stop === undefined ? undefined : this.#finish()
  }

  #read(value: unknown): z.infer<typeof Block> | undefined {
    const block = Block.safeParse(value).data
    if (block?.type === 'tool_use') {
      if (block.id === '' || this.#callIds.has(block.id)) block.id = `call_${randomUUID()}`
      this.#callIds.add(block.id)
    }
    this.#hasContent ||= block !== undefined
    return block
  }

  #begin(index: number, value: unknown): Fields[] {
    const ended = this.#close()
    const block: Fields | undefined = this.#read(value)
    if (block === undefined) this.#leftOut.add(index)
    else this.#leftOut.delete(index)
    if (block === undefined) return ended
    this.#open = index
    // The package only reads text in deltas.
    const filled = ['text', 'thinking', 'signature'].filter((name) => block[name])
    const deltas = filled.map((name) => ({ type: `${name}_delta`, [name]: block[name] }))
    const content_block = { ...block, ...Object.fromEntries(filled.map((name) => [name, ''])) }
    return [
      ...ended,
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    ]
  }

  /** Some servers begin the next block, or end, without ending the previous block. */
  #close(): Fields[] {
    const index = this.#open
    this.#open = undefined
    return index === undefined ? [] : [{ type: 'content_block_stop', index }]
  }

  #recordDelta({ stop_reason, stop_sequence, usage }: z.infer<typeof Message>): Fields[] {
    this.#stop = stop_reason ?? this.#stop
    this.#outputTokens = usage.output_tokens ?? this.#outputTokens
    const delta = { stop_reason: this.#stop && this.#reason(this.#stop), stop_sequence }
    return [{ type: 'message_delta', delta, usage: { ...usage, output_tokens: this.#outputTokens } }]
  }

  #finish(): Fields[] {
    this.#isOver = true
    const stop_reason = this.#stop === undefined ? this.#reason(undefined) : undefined
    const delta = stop_reason === undefined ? [] : this.#recordDelta(Message.parse({ stop_reason }))
    return [...this.#close(), ...delta, { type: 'message_stop' }]
  }

  #reason(given: string | undefined): string | undefined {
    if (this.#callIds.size > 0 && (given ?? 'end_turn') === 'end_turn') return 'tool_use'
    return given ?? (this.#hasContent ? 'end_turn' : undefined)
  }
}

/** The events of a whole answer that came in place of a stream. */
function asEvents({ content, ...message }: Fields): Fields[] {
  const blocks: unknown[] = Array.isArray(content) ? content : []
  return [
    { type: 'message_start', message },
    ...blocks.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
    { type: 'message_delta', delta: message, usage: message.usage },
    { type: 'message_stop' },
  ]
}

/** The whole answer of a stream; undefined if it ends early. */
function gather(events: readonly Fields[]): Fields | undefined {
  const stream = new ClaudeMender()
  const mended = events.flatMap((event) => stream.event(event))
  const ending = stream.end()
  if (ending === undefined) return undefined
  const answer: Record<string, unknown> = {}
  const blocks = new Map<unknown, Record<string, unknown>>()
  for (const { type, index, message, content_block, delta, usage } of [...mended, ...ending]) {
    if (type === 'content_block_start') blocks.set(index, { ...fieldsOf(content_block) })
    else if (type === 'content_block_delta') extend(blocks, index, fieldsOf(delta))
    else if (type === 'message_start' || type === 'message_delta') {
      const fields = { ...fieldsOf(message), ...fieldsOf(delta) }
      const counts = { ...fieldsOf(answer.usage), ...known(fieldsOf(usage ?? fields.usage)) }
      Object.assign(answer, known(fields), { usage: counts })
    }
  }
  return { ...answer, content: [...blocks.values()] }
}

const known = (fields: Fields) => omit(fields, (_name, value) => value === undefined)

function extend(
  blocks: Map<unknown, Record<string, unknown>>,
  index: unknown,
  { type, ...fields }: Fields,
): void {
  const block = blocks.get(index) ?? { type: String(type).replace('_delta', '') }
  blocks.set(index, block)
  for (const [name, value] of Object.entries(fields)) {
    const member = name === 'partial_json' ? 'input' : name
    if (name === 'citation') block.citations = [block.citations ?? [], value].flat()
    else block[member] = `${typeof block[member] === 'string' ? block[member] : ''}${value}`
  }
}

import { expect } from 'vitest'
import { z } from 'zod'
import { MessageReply } from '@/lib/gateway/chat/formats/messages/schema'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { ChatChunk, ChatReply } from '@/lib/gateway/chat/schema'
import type { Called, Reads } from './oddity'

/** What a client reads, as the strictest clients of each format read it: what breaks one of them breaks the test. */
export async function readAnswer(path: string, response: Response): Promise<Reads> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  const read = readers[path]
  const seen = { status: response.status, headers: Object.fromEntries(response.headers) }
  if (!/^(text|application\/json)/.test(type)) return { ...seen, body: bytes }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (type.startsWith('text/event-stream')) return { ...seen, ...read?.stream(readEvents(text)) }
  const body: unknown = type.startsWith('application/json') ? JSON.parse(text) : text
  if (response.status >= 400) return { ...seen, ...nothing, error: errorOf(path, body), body }
  return { ...seen, ...read?.whole(body), body }
}

/** What is in an answer that has nothing in it. */
export const nothing = { text: '', thoughts: '', calls: [], finish: null, whole: false, error: null }

/** The word for an ordinary end. */
export function plainFinish(path: string, calls: number): string {
  const words = { '/v1/messages': ['end_turn', 'tool_use'], '/v1/responses': ['completed', 'completed'] }[
    path
  ]
  return (words ?? ['stop', 'tool_calls'])[calls > 0 ? 1 : 0] ?? ''
}

const readers: Record<
  string,
  { whole: (body: unknown) => object; stream: (events: readonly Event[]) => object }
> = {
  '/v1/chat/completions': { whole: readChat, stream: readChatStream },
  '/v1/messages': { whole: readMessage, stream: readMessageStream },
  '/v1/responses': { whole: readResponse, stream: readResponseStream },
}

type Event = { name: string | undefined; data: string }

const ErrorBody = z.object({
  error: z.looseObject({ type: z.string(), message: z.string().min(1), code: z.string().nullish() }),
})

function errorOf(path: string, body: unknown): string {
  const { error } = ErrorBody.parse(body)
  return path.startsWith('/v1/messages') ? error.type : (error.code ?? error.type)
}

/** Events as our doors write them: comments, and fields that end with a line feed and a blank line. */
function readEvents(text: string): Event[] {
  if (text !== '') expect(text).toMatch(/\n\n$/)
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
    for (const line of lines) expect(line).toMatch(/^(event|data): /)
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
    const name = lines.find((line) => line.startsWith('event: '))?.slice(7)
    return data.length === 0 ? [] : [{ name, data: data.join('\n') }]
  })
}

const Finish = z.enum(['stop', 'length', 'tool_calls', 'content_filter'])

const isJson = (text: string) => z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success

const Call = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1), arguments: z.string().refine(isJson) }),
})
const Message = z.looseObject({
  content: z.string().nullable(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(Call).min(1).optional(),
})

function readChat(body: unknown) {
  const { choices } = ChatReply.parse(body)
  const message = Message.parse(choices[0]?.message)
  return {
    ...nothing,
    text: message.content ?? '',
    thoughts: message.reasoning_content ?? '',
    calls: (message.tool_calls ?? []).map(({ id, function: called }) => ({ id, ...called })),
    finish: Finish.parse(choices[0]?.finish_reason),
    whole: true,
  }
}

const Delta = z.looseObject({
  role: z.literal('assistant').optional(),
  content: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        index: z.number().int().min(0),
        id: z.string().min(1).optional(),
        type: z.literal('function').optional(),
        function: z.object({ name: z.string().min(1).optional(), arguments: z.string().optional() }),
      }),
    )
    .optional(),
})

/** The first choice; of all of them the form. */
function readChatStream(events: readonly Event[]) {
  const bodies = events.map(({ data }) => (data === '[DONE]' ? null : JSON.parse(data)))
  const at = bodies.findIndex((body) => body === null || body.error !== undefined)
  expect([at, events.length - 1]).toEqual([events.length - 1, events.length - 1]) // ends once, by either
  const chunks = bodies.slice(0, -1).map((body) => ChatChunk.parse(body))
  expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).toBeLessThanOrEqual(1)
  const choices = chunks.flatMap(({ choices }) => choices).filter(({ index }) => index === 0)
  const deltas = choices.map(({ delta }) => Delta.parse(delta))
  if (deltas.length > 0) expect(deltas[0]?.role).toBe('assistant')
  const finishes = choices.flatMap(({ finish_reason }) => finish_reason ?? [])
  const error = bodies.at(-1) === null ? null : errorOf('', bodies.at(-1))
  expect(finishes).toHaveLength(error === null ? 1 : Math.min(finishes.length, 1))
  return {
    text: deltas.map(({ content }) => content ?? '').join(''),
    thoughts: deltas.map(({ reasoning_content }) => reasoning_content ?? '').join(''),
    calls: gatherCalls(deltas, error === null && finishes[0] !== 'length'),
    finish: error === null ? Finish.parse(finishes[0]) : null,
    whole: error === null,
    error,
    body: bodies.filter((body) => body !== null),
  }
}

function gatherCalls(deltas: readonly z.infer<typeof Delta>[], isWhole: boolean): Called[] {
  const calls: { id: string; name: string; arguments: string }[] = []
  for (const piece of deltas.flatMap(({ tool_calls }) => tool_calls ?? [])) {
    const known = calls[piece.index]
    if (known === undefined) {
      expect(piece.index).toBe(calls.length)
      expect(piece).toMatchObject({ id: expect.any(String), type: 'function' })
      calls.push({ id: piece.id ?? '', name: piece.function.name ?? '', arguments: '' })
    } else if (piece.id !== undefined) expect(piece.id).toBe(known.id)
    const call = calls[piece.index]
    if (call) call.arguments += piece.function.arguments ?? ''
  }
  if (isWhole) for (const call of calls) expect(isJson(call.arguments)).toBe(true)
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
  return calls
}

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
})

function readBlocks(blocks: readonly z.infer<typeof Block>[]) {
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  return {
    text: blocks.map(({ text }) => text ?? '').join(''),
    thoughts: blocks.map(({ thinking }) => thinking ?? '').join(''),
    calls: calls.map(({ id, name = '', input }) => ({ id, name, arguments: JSON.stringify(input) })),
  }
}

function readMessage(body: unknown) {
  const { content, stop_reason } = MessageReply.parse(body)
  return {
    ...nothing,
    ...readBlocks(content.map((block) => Block.parse(block))),
    finish: stop_reason,
    whole: true,
  }
}

const MessageEvent = z.looseObject({
  type: z.string(),
  index: z.number().int().optional(),
  content_block: Block.optional(),
  delta: z.looseObject({}).optional(),
})

function readMessageStream(events: readonly Event[]) {
  const bodies = events.map(({ name, data }) => {
    const body = MessageEvent.parse(JSON.parse(data))
    expect(body.type).toBe(name)
    return body
  })
  const types = bodies.map(({ type }) => type).filter((type) => type !== 'ping')
  const last = bodies.at(-1)
  if (last?.type === 'message_stop')
    expect(types.map((type) => type.replace('content_block_', '')).join(' ')).toMatch(
      /^message_start( start( delta)* stop)* message_delta message_stop$/,
    )
  else expect(last?.type).toBe('error')
  const blocks: { block: z.infer<typeof Block>; json: string }[] = []
  for (const { type, index, content_block, delta } of bodies) {
    if (type === 'content_block_start' && content_block) {
      expect(index).toBe(blocks.length)
      blocks.push({ block: { ...content_block }, json: '' })
    }
    if (type === 'content_block_delta') addDelta(blocks.at(-1), index === blocks.length - 1, delta)
  }
  const isWhole = last?.type === 'message_stop'
  for (const { block, json } of blocks)
    if (block.type === 'tool_use' && isWhole)
      block.input = z.record(z.string(), z.unknown()).parse(JSON.parse(json || '{}'))
  const end = bodies.find(({ type }) => type === 'message_delta')
  return {
    ...readBlocks(blocks.map(({ block }) => block)),
    finish: end?.delta?.stop_reason ?? null,
    whole: isWhole,
    error: isWhole ? null : errorOf('/v1/messages', last),
    body: bodies,
  }
}

const BlockDelta = z.looseObject({
  text: z.string().optional(),
  thinking: z.string().optional(),
  partial_json: z.string().optional(),
})

function addDelta(
  open: { block: z.infer<typeof Block>; json: string } | undefined,
  isLast: boolean,
  delta: unknown,
) {
  expect(open !== undefined && isLast).toBe(true)
  if (open === undefined) return
  const { text, thinking, partial_json } = BlockDelta.parse(delta)
  if (text !== undefined) open.block.text = (open.block.text ?? '') + text
  if (thinking !== undefined) open.block.thinking = (open.block.thinking ?? '') + thinking
  open.json += partial_json ?? ''
}

const Item = z.looseObject({
  type: z.string(),
  content: z.array(z.looseObject({ text: z.string().optional(), refusal: z.string().optional() })).optional(),
  summary: z.array(z.looseObject({ text: z.string() })).optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
})

function readItems(output: unknown) {
  const items = z.array(Item).parse(output)
  const texts = (type: string, field: 'content' | 'summary') =>
    items
      .filter((item) => item.type === type)
      .flatMap((item) => item[field] ?? [])
      .map(({ text }) => text ?? '')
      .join('')
  const calls = items.filter(({ type }) => type === 'function_call')
  for (const { arguments: text = '' } of calls) expect(isJson(text)).toBe(true)
  return {
    text: texts('message', 'content'),
    thoughts: texts('reasoning', 'content') || texts('reasoning', 'summary'),
    calls: calls.map(({ call_id, name = '', arguments: text = '' }) => ({
      id: call_id,
      name,
      arguments: text,
    })),
  }
}

function readResponse(body: unknown) {
  const reply = ResponseReply.parse(body)
  return { ...nothing, ...readItems(reply.output), finish: reply.status, whole: true }
}

const ResponseEvent = z.looseObject({ type: z.string(), sequence_number: z.number().int() })
const LastEvent = z.looseObject({
  response: z.looseObject({
    status: z.string(),
    output: z.unknown(),
    error: z.looseObject({ code: z.string() }).nullish(),
  }),
})

function readResponseStream(events: readonly Event[]) {
  const bodies = events.map(({ name, data }, at) => {
    const body = ResponseEvent.parse(JSON.parse(data))
    expect([body.type, body.sequence_number]).toEqual([name, at])
    return body
  })
  const last = bodies.at(-1)
  if (last?.type === 'error') return { ...nothing, error: z.string().parse(last.code), body: bodies }
  const { response } = LastEvent.parse(last)
  expect(last?.type).toBe(`response.${response.status}`)
  const isWhole = response.status !== 'failed'
  const added = bodies.filter(({ type }) => type === 'response.output_item.added').length
  const closed = bodies.filter(({ type }) => type === 'response.output_item.done').length
  if (isWhole) expect(closed).toBe(added)
  return {
    ...readItems(response.output),
    finish: isWhole ? response.status : null,
    whole: isWhole,
    error: response.error?.code ?? null,
    body: bodies,
  }
}

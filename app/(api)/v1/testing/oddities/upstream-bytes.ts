import type { OutgoingHttpHeaders } from 'node:http'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'

/** The ordinary bytes of upstreams, from which the tables make odd ones. Each answer has 11 + 7 tokens. */
export const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }

const head = { id: 'chatcmpl-up', created: 1_700_000_000, model: 'up' }

/** A chunk of a stream in OpenAI's format; `more` stands beside `choices`. */
export const chunk = (delta: unknown, finish: unknown = null, more: object = {}) => ({
  ...head,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})

export const usageChunk = { ...chunk({}), choices: [], usage }

/** A whole answer in OpenAI's format. */
export const completion = (message: object, finish: unknown = 'stop', more: object = {}) => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage,
  ...more,
})

/** A call of the tool `get_weather`, whole or a piece of one. */
export const call = (args: unknown, more: object = {}) => ({
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: args },
  ...more,
})

/** The chunks of two words and of their end; `text` is what they say. */
export const opening = chunk({ role: 'assistant', content: 'some ' })
export const rest = chunk({ content: 'words' })
export const end = chunk({}, 'stop')
export const text = 'some words'

export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
export const done = data('[DONE]').replaceAll('"', '')

/** A whole stream in OpenAI's format: objects become events, text and bytes stay. `[DONE]` comes behind them. */
export const stream = (...events: readonly (object | string | Buffer)[]): Answer =>
  raw({}, ...events.map(toBytes), done)

/** The same with nothing behind the last event. */
export const unended = (...events: readonly (object | string | Buffer)[]): Answer =>
  raw({}, ...events.map(toBytes))

/** The same; then the connection breaks. */
export const broken = (...events: readonly (object | string | Buffer)[]): Answer =>
  answerWith.eventsThenReset(...events.map(toBytes))

const toBytes = (event: object | string | Buffer) =>
  typeof event === 'string' || Buffer.isBuffer(event) ? event : data(event)

type Head = { status?: number; type?: string | null; headers?: OutgoingHttpHeaders }

/** Exactly these bytes, each part a write of its own. `type: null` leaves the content type out. */
export const raw =
  ({ status = 200, type = 'text/event-stream', headers = {} }: Head, ...parts: (string | Buffer)[]): Answer =>
  async (res) => {
    res.writeHead(status, { ...(type !== null && { 'content-type': type }), ...headers })
    for (const part of parts) await new Promise((sent) => res.write(part, sent))
    res.end()
  }

export const json = answerWith.json

/** The same bytes in pieces of `size`: characters and lines are cut anywhere. */
export function inPieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

/** An answer of Anthropic's API. */
export const claude = (content: readonly object[], more: object = {}) => ({
  id: 'msg_up',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 7 },
  ...more,
})

/** An event of its streams. */
export const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

export const claudeStart = event('message_start', {
  message: claude([], { stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } }),
})

export const claudeBlock = (index: number, block: object, ...deltas: object[]) =>
  [
    event('content_block_start', { index, content_block: block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ].join('')

export const claudeText = (index: number, text: string) =>
  claudeBlock(index, { type: 'text', text: '' }, { type: 'text_delta', text })

export const claudeEnd = (stop_reason: unknown = 'end_turn') =>
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } }) +
  event('message_stop')

/** An answer of Gemini's API, and an event of its streams. */
export const gemini = (parts: readonly object[], candidate: object = {}, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...candidate }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
  modelVersion: 'gemini-3.6-flash',
  ...more,
})

import type { Sink, StreamBody } from '@/lib/platform/stream'
import { type StreamTranslator, translateStream } from '../dialect'

/** For tests of translations: chat streams as our relay writes them, and what a client receives. */
const head = {
  id: 'chatcmpl_01abc',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'acme/large',
}

const usage = {
  prompt_tokens: 30,
  completion_tokens: 12,
  total_tokens: 42,
  prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 4 },
  cost: 0.000054,
}

export function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish, ...more }] })}\n\n`
}

/** The chunks with an end, their usage and `[DONE]`. */
export function wholeStream(deltas: readonly object[], finish = 'stop', more: object = {}): string[] {
  return [
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish, more),
    `data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ]
}

/** The same as one whole answer. */
export function wholeAnswer(message: object, finish = 'stop', more: object = {}): string {
  const choice = {
    index: 0,
    message: { role: 'assistant', content: null, ...message },
    finish_reason: finish,
    ...more,
  }
  return JSON.stringify({ ...head, object: 'chat.completion', choices: [choice], usage })
}

export const brokenEvent = `data: ${JSON.stringify({
  error: {
    message: 'The upstream failed to answer this request.',
    type: 'upstream_error',
    param: null,
    code: 'upstream_error',
    request_id: 'req_1',
  },
})}\n\n`

/** A comment of the relay, which is a string; everything else is bytes. */
export const KEEP_ALIVE = Symbol('keep-alive')

/** What the client reads when each part is written separately. */
export function translated(
  parts: readonly (string | Buffer | typeof KEEP_ALIVE)[],
  translator: StreamTranslator,
): string {
  let text = ''
  const sink: Sink = {
    write: (bytes) => {
      text += bytes.toString()
      return true
    },
    onDrain: () => undefined,
    end: () => undefined,
    destroy: () => undefined,
  }
  const body: StreamBody = {
    start: (inner) => {
      for (const part of parts) inner.write(part === KEEP_ALIVE ? ': keep-alive\n\n' : Buffer.from(part))
      inner.end()
    },
  }
  const promptUsage = () => ({ ...usage, completion_tokens: 0 })
  translateStream(body, translator, { model: '', promptUsage }).start(sink)
  return text
}

export type ReadEvent = { type: string } & Record<string, unknown>

/** The events of a translation; each is named like its data's type. */
export function readEvents(text: string): ReadEvent[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [name, data] = event.split('\n').map((line) => line.slice(line.indexOf(':') + 2))
      const value: ReadEvent = JSON.parse(data ?? '')
      if (value.type !== name) throw new Error(`the event ${name} has the type ${value.type}`)
      return value
    })
}

import type { Door } from '@/lib/http/testing'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'

/**
 * A report of an upstream that answers oddly: a row of docs/run/upstream-oddities.md, and the requests by which it is tried
 * through the public endpoints.
 */
export type Oddity = {
  /** The public issue or pull request. */
  report: `${string}/${string}#${number}`
  /** For the document, in Markdown: what the upstream sends, or what the client sends that it does not take. */
  comes: string
  /** For the document: what Portico makes of it. */
  becomes: string
  tries: readonly Try[]
}

export type Try = {
  /** Tells the tries of one report apart. */
  name?: string
  /** Whose API the upstream speaks; `openai` unless specified. */
  wire?: Wire
  /** Further settings of the provider and of its model, as in a providers file. */
  provider?: object
  model?: object
  ask: Ask
  /** What the upstream does with each of its requests; the last one is what it does with all after it. */
  answers: Answer | readonly Answer[]
  /** What a second provider of the same model answers. */
  fallback?: Answer
  reads: Reads
  /** Of the row in the usage list, what differs from `usageOf`; `no row` where we refuse the request. */
  row?: object | 'no row'
  /** Of the body that the upstream was sent last: part of its JSON, or text that is in it. */
  sent?: object
  /** How many requests reached the upstream, where that is worth to know. */
  attempts?: number
}

export type Wire = 'openai' | 'anthropic' | 'google'

/** The request of a client. A function sends what one body cannot say; what it returns is what `reads` is held against. */
export type Ask =
  | { path: string; body: Record<string, unknown>; headers?: Record<string, string> }
  | { path: string; form: (model: string) => FormData }
  | ((client: Client) => Promise<object>)

export type Client = {
  /** The public id of the try's model. */
  model: string
  key: string
  door: Door
  /** Sends one request and reads its answer. */
  ask: (ask: Exclude<Ask, (client: Client) => unknown>) => Promise<object>
}

/**
 * What the client must read. Of chat, messages and responses what is left out is empty, an ordinary end, and no error;
 * of the other endpoints what is left out may be anything.
 */
export type Reads = {
  status?: number
  text?: string
  thoughts?: string
  calls?: readonly Called[]
  /** In the words of the format: `stop`, `end_turn`, `completed`, … */
  finish?: unknown
  /** Whether a stream ends as a whole one does: with `[DONE]`, `message_stop` or `response.completed`. */
  whole?: boolean
  /** The code of an error, or Anthropic's type of it. */
  error?: unknown
  /** Part of the JSON; of a stream the list of its events. */
  body?: unknown
  headers?: object
}

export type Called = { id?: unknown; name: string; arguments: string }

const user = [{ role: 'user', content: 'Hello' }]

/** Requests of the three formats of chat; `body` replaces what is the same in all. */
export const ask = {
  chat: (body: object = {}, headers = {}) => ({
    path: '/v1/chat/completions',
    body: { messages: user, ...body },
    headers,
  }),
  messages: (body: object = {}, headers = {}) => ({
    path: '/v1/messages',
    body: { max_tokens: 4000, messages: user, ...body },
    headers: { 'anthropic-version': '2023-06-01', ...headers },
  }),
  responses: (body: object = {}, headers = {}) => ({
    path: '/v1/responses',
    body: { input: 'Hello', store: false, ...body },
    headers,
  }),
}

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** One tool, as each format declares it. */
export const weather = {
  chat: [{ type: 'function', function: { name: 'get_weather', parameters } }],
  messages: [{ name: 'get_weather', input_schema: parameters }],
  responses: [{ type: 'function', name: 'get_weather', parameters }],
}

/** A call of that tool, as `reads.calls` has it. */
export const calledFor = (city: string): Called => ({
  name: 'get_weather',
  arguments: JSON.stringify({ city }),
})

type More = Omit<Partial<Try>, 'answers' | 'reads'>

/** A try by the chat format: streamed, streamed with the tool, and the same whole. */
export const streamed = (answers: Try['answers'], reads: Reads, more: More = {}): Try => ({
  ask: ask.chat({ stream: true }),
  answers,
  reads,
  ...more,
})
export const streamedCalls = (answers: Try['answers'], reads: Reads, more: More = {}): Try =>
  streamed(answers, reads, { ask: ask.chat({ stream: true, tools: weather.chat }), ...more })
export const whole = (answers: Try['answers'], reads: Reads, more: More = {}): Try => ({
  ask: ask.chat(),
  answers,
  reads,
  ...more,
})
export const wholeCalls = (answers: Try['answers'], reads: Reads, more: More = {}): Try =>
  whole(answers, reads, { ask: ask.chat({ tools: weather.chat }), ...more })

/** The same by messages and by responses, streamed or whole, with the tool. */
export const byMessages = (stream: boolean, answers: Try['answers'], reads: Reads, more: More = {}): Try => ({
  name: stream ? 'messages, streamed' : 'messages, whole',
  ask: ask.messages({ stream, tools: weather.messages }),
  answers,
  reads,
  ...more,
})
export const byResponses = (
  stream: boolean,
  answers: Try['answers'],
  reads: Reads,
  more: More = {},
): Try => ({
  name: stream ? 'responses, streamed' : 'responses, whole',
  ask: ask.responses({ stream, tools: weather.responses }),
  answers,
  reads,
  ...more,
})

import { once } from 'node:events'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { Server } from 'node:net'
import { vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type FaultUpstream, refusedOrigin, unknownOrigin } from '@/lib/upstream/testing/fault-upstream'
import { post } from '../../testing/post'
import { answer, ask, doneEvent, event, model, openChat, usage, usageEvent, wholeStream } from './testing'

/** Must not leak to a client or into logs. */
export const SECRET = 'upstream-secret-0123456789'
export const PROMPT = 'a very private prompt'

/** A scripted upstream with a key, also with short timeouts, and unreachable origins. */
export async function openFaults() {
  giveKey()
  const [refused, http2, bare] = await Promise.all([
    refusedOrigin(),
    startHttp2Only(),
    startWithoutCertificate(),
  ])
  const origins = {
    refused,
    unknown: unknownOrigin,
    'no-tls': bare.origin,
    'http2-only': http2.origin,
  }
  // Only faults that take time meet time limits: elsewhere a stall of this process would be a timeout. The silence after the
  // head is well above the 250 ms within which an accepted stream usually begins.
  const idle_seconds = 0.8
  const hasty = { first_byte_seconds: 0.8, answer_seconds: 0.3, idle_seconds }
  const providerAt = (id: string, origin: string, timeouts: object = {}) => ({
    id,
    base_url: `${origin}/v1`,
    api_key_env: 'FAULTY_API_KEY',
    options: { timeouts },
    models: [
      { ...model, id: `faulty/${id}`, upstream_id: 'x' },
      { ...model, id: `mended/${id}`, upstream_id: 'x' },
    ],
  })
  const providersAt = (first: FaultUpstream, second: FaultUpstream) => [
    providerAt('faulty', first.origin),
    providerAt('hasty', first.origin, hasty),
    providerAt('restless', first.origin, { idle_seconds }),
    ...Object.entries(origins).map(([id, origin]) => providerAt(id, origin)),
    {
      id: 'healthy',
      base_url: second.baseUrl,
      models: ['faulty', 'hasty', 'restless', ...Object.keys(origins)].map((id) => ({
        ...model,
        id: `mended/${id}`,
        upstream_id: 'x',
      })),
    },
  ]
  const chat = await openChat({ providersAt })
  return {
    ...chat,
    close: async () => {
      http2.stop()
      bare.stop()
      await chat.close()
    },
  }
}

/** The environment of one test, and of the start before all tests. */
export function giveKey(): void {
  vi.stubEnv('FAULTY_API_KEY', SECRET)
}

/** Everything that is logged from now on, as text. */
export function listenToLogs(): () => string {
  const spies = (['info', 'warn', 'error', 'fatal'] as const).map((level) => vi.spyOn(logger, level))
  return () => JSON.stringify(spies.map((spy) => spy.mock.calls))
}

export function request(key: string, id: string, stream: boolean): RequestInit {
  return post(key, ask({ model: id, messages: [{ role: 'user', content: PROMPT }], stream }))
}

const json = 'application/json'
const sse = 'text/event-stream'
const leaking = { error: { message: `The key ${SECRET} at 127.0.0.1 said: ${PROMPT}` } }
const opening = event({ role: 'assistant', content: 'Hi' })

/** Adds a value to the message or delta that cannot be serialized. */
const nested = (text: string) => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  return text.replace(/"(message|delta)":\{/, `"$1":{"deep":${deep},`).replace(',}', '}')
}

type Answer = ReturnType<typeof answerWith.reset>
export type Fault = {
  name: string
  at?: string
  whole?: Answer
  streamed?: Answer
  status: number
  code: string
  /** The status of a stream that fails late without another route: 200 once the head was sent. */
  streamStatuses?: number[]
}

/** Faults before the first byte: nothing has reached the client, and another route can be tried. */
export const early: Fault[] = [
  { name: 'refuses connections', at: 'refused', status: 503, code: 'upstream_unavailable' },
  { name: 'has a name that nobody knows', at: 'unknown', status: 503, code: 'upstream_unavailable' },
  { name: 'fails the TLS handshake', at: 'no-tls', status: 503, code: 'upstream_unavailable' },
  { name: 'speaks HTTP/2 alone', at: 'http2-only', status: 502, code: 'upstream_error' },
  ...(
    [
      ['resets the connection', answerWith.reset(), 502, 'upstream_error'],
      ['hangs up', answerWith.hangUp(), 502, 'upstream_error'],
      ['speaks no HTTP', answerWith.noise(), 502, 'upstream_error'],
      [
        'sends a page of HTML',
        answerWith.text(200, 'text/html', `<h1>${SECRET}</h1>`),
        502,
        'upstream_error',
      ],
      ['answers 500 and quotes its key', answerWith.json(500, leaking), 502, 'upstream_error'],
      ['answers 401 and quotes its key', answerWith.json(401, leaking), 502, 'upstream_error'],
      ['answers 429', answerWith.json(429, leaking), 429, 'rate_limit_exceeded'],
      ['redirects', answerWith.json(307, {}, { location: 'http://127.0.0.1:1/' }), 502, 'upstream_error'],
    ] as const
  ).map(([name, both, status, code]) => ({ name, whole: both, streamed: both, status, code })),
  {
    name: 'never begins',
    at: 'hasty',
    whole: answerWith.silence(),
    streamed: answerWith.silence(),
    status: 504,
    code: 'upstream_timeout',
  },
  {
    name: 'says nothing that makes sense',
    whole: answerWith.text(200, json, '{"choices":[{"message":'),
    streamed: answerWith.events('data: {"choices":[{"delta":\n\n'),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'says in its finish reason that it failed',
    whole: answerWith.json(200, { ...answer, choices: [{ ...answer.choices[0], finish_reason: 'abort' }] }),
    streamed: answerWith.events(event({ role: 'assistant' }, 'insufficient_system_resource'), doneEvent),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'ends before it began',
    whole: answerWith.text(200, json, ''),
    streamed: answerWith.events(),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'stalls before anything can be sent on',
    at: 'restless',
    whole: answerWith.bodyThenSilence(200, '{"choices":'),
    streamed: answerWith.eventsThenSilence(': processing\n\n'),
    status: 504,
    code: 'upstream_timeout',
    streamStatuses: [200],
  },
  {
    name: 'is cut inside an HTTP chunk',
    whole: answerWith.cutInsideChunk(json),
    streamed: answerWith.cutInsideChunk(sse),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'drips blanks and comments',
    at: 'restless',
    whole: answerWith.dripping(json, '', ' '),
    streamed: answerWith.dripping(sse, '', ': keep-alive\n\n'),
    status: 504,
    code: 'upstream_timeout',
    streamStatuses: [200],
  },
  {
    name: 'drips blanks inside what it says',
    at: 'restless',
    whole: answerWith.dripping(json, '{"choices":[', '\n'),
    streamed: answerWith.dripping(sse, 'data: ', ' '),
    status: 504,
    code: 'upstream_timeout',
    streamStatuses: [200],
  },
  {
    name: 'pours blanks and comments',
    whole: answerWith.endlessly(json, '', ' '.repeat(65_536)),
    streamed: answerWith.endlessly(sse, '', `:${'x'.repeat(65_536)}\n`),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'answers what is nested 20,000 deep',
    whole: answerWith.text(200, json, nested(JSON.stringify(answer))),
    streamed: answerWith.events(nested(opening)),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
  {
    name: 'sends more than anybody should take',
    whole: answerWith.endlessly(json, '{"choices":"', 'x'.repeat(65_536)),
    streamed: answerWith.endlessly(sse, 'data: {"choices":"', 'x'.repeat(65_536)),
    status: 502,
    code: 'upstream_error',
    streamStatuses: [200, 502],
  },
]

/** Faults after the first byte: the client gets the error in the stream. */
export const late: [name: string, Answer, code: string][] = [
  ['resets the connection', answerWith.eventsThenReset(opening), 'upstream_error'],
  ['falls silent', answerWith.eventsThenSilence(opening), 'upstream_timeout'],
  ['drips comments', answerWith.dripping(sse, opening, ': keep-alive\n\n'), 'upstream_timeout'],
  ['drips blanks', answerWith.dripping(sse, opening, '\n'), 'upstream_timeout'],
  ['nests too deeply', answerWith.events(opening, nested(event({}, 'stop'))), 'upstream_error'],
  ['closes early', answerWith.events(opening), 'upstream_error'],
  ['says no sense', answerWith.events(opening, 'data: {"choices":[{"del\n\n'), 'upstream_error'],
  [
    'says that it failed',
    answerWith.events(opening, event({}, 'network_error'), doneEvent),
    'upstream_error',
  ],
  ['tells of an error', answerWith.events(opening, `data: ${JSON.stringify(leaking)}\n\n`), 'upstream_error'],
  [
    'tells of a limit',
    answerWith.events(opening, 'data: {"error":{"message":"slow down","code":429}}\n\n'),
    'rate_limit_exceeded',
  ],
]

/** Unusual answers that are complete. */
export const odd: { name: string; whole: Answer; streamed: Answer }[] = [
  {
    name: 'slowly',
    whole: answerWith.slowly(json, ...halves(JSON.stringify(answer))),
    streamed: answerWith.slowly(sse, ...wholeStream),
  },
  {
    name: 'cut inside characters',
    whole: answerWith.slowly(json, ...bytesOf(JSON.stringify(withText('Grüße 🌍')))),
    streamed: answerWith.slowly(sse, ...bytesOf(wholeStream.join('').replace('Hi', 'Grüße 🌍'))),
  },
  {
    name: 'with comments, CRLF and fields of its own',
    whole: answerWith.json(200, { ...answer, vendor: { deep: [1] } }),
    streamed: answerWith.events(`: hello\r\n\r\n${wholeStream.join('').replaceAll('\n', '\r\n')}`),
  },
  {
    name: 'in the fewest words, at a fraction of a second',
    whole: answerWith.json(200, { created: 1.5, choices: [{ message: { content: 'Hi' } }], usage }),
    streamed: answerWith.events(
      ...wholeStream.map((one) => one.replace(/"id".*?(?="choices")/, '').replace('"index":0,', '')),
    ),
  },
]

function withText(content: string) {
  return {
    ...answer,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }
}

function halves(text: string): string[] {
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)]
}

/** Splits a text inside its first multibyte character. */
function bytesOf(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const at = bytes.findIndex((byte) => byte >= 0x80) + 1
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

/** Impossible usage that an upstream may report. */
export const wrongUsages: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['negative', { prompt_tokens: -5, completion_tokens: 4 }],
  ['words', { prompt_tokens: 10, completion_tokens: 'four' }],
  ['a fraction', { prompt_tokens: 10, completion_tokens: 4.5 }],
  ['more than its context', { ...usage, prompt_tokens: 1_000_000 }],
  ['beyond all numbers', { ...usage, completion_tokens: 9_007_199_254_740_000 }],
  ['a list', []],
]

export function streamWith(reported: unknown): Answer {
  const events = wholeStream.filter((one) => one !== usageEvent)
  const end = events.pop() ?? ''
  const extra = `data: ${JSON.stringify({ choices: [], usage: reported })}\n\n`
  return answerWith.events(...events, ...(reported === undefined ? [] : [extra]), end)
}

type BrokenOrigin = { origin: string; stop: () => void }

/** Speaks only HTTP/2: its first bytes are not valid HTTP/1.1. */
export function startHttp2Only(): Promise<BrokenOrigin> {
  const server = createHttp2Server()
  server.on('session', (session) => session.on('error', () => undefined))
  return listen(server, 'http')
}

/** A TLS handshake with it fails: it has no certificate. */
export function startWithoutCertificate(): Promise<BrokenOrigin> {
  return listen(createHttpsServer({}), 'https')
}

async function listen(server: Server, protocol: 'http' | 'https'): Promise<BrokenOrigin> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { origin: `${protocol}://127.0.0.1:${address.port}`, stop: () => server.close() }
}

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { TranscriptReply } from '@/lib/gateway/calls/audio/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { event, formWith, openAudio, transcriptPath as path, readEvents, wav } from '../testing'

const { door, first, second, reset, close } = await openAudio()
afterAll(close)

const answer = { text: 'Hello you.', usage: { type: 'duration', seconds: 3 } }
const tokens = { type: 'tokens', input_tokens: 20, output_tokens: 4, total_tokens: 24 }

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('a transcript', () => {
  it('is the upstream’s, charged by the seconds that it counts, and recorded', async () => {
    const seen = first.nextRequest()
    const fields = { language: 'en', prompt: 'Hm', temperature: '0.2' }
    const response = await door('POST', path, formWith(customer.key, fields))
    expect(response.status).toBe(200)
    expect(TranscriptReply.parse(await response.json())).toEqual({
      text: 'Hello you.',
      usage: { type: 'duration', seconds: 3, cost: 0.0003 },
    })
    const { body } = await seen
    expect(body).toContain('name="file"; filename="talk.wav"')
    expect(body).toMatch(/name="temperature"\r\n\r\n0.2\r\n/)
    expect(await customer.rows()).toMatchObject([
      {
        id: response.headers.get('x-request-id'),
        status: 'success',
        modality: 'transcription',
        audio_seconds: 3,
        total_tokens: 0,
        cost: '0.000300',
        usage_source: 'upstream',
        bill: { lines: [{ item: 'audio_second', quantity: 3, amount: '0.000300' }] },
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999700', held: '0.000000' })
  })

  it('is charged by the file’s duration if the upstream reports none', async () => {
    first.answer(answerWith.json(200, { text: 'Hello you.' }))
    await door('POST', path, formWith(customer.key))
    expect(await customer.rows()).toMatchObject([
      { audio_seconds: 2, cost: '0.000200', usage_source: 'estimated' },
    ])
  })

  it('is charged by tokens if those have a price', async () => {
    first.answer(answerWith.json(200, { text: 'Hello you.', usage: tokens }))
    const response = await door('POST', path, formWith(customer.key, { model: 'acme/counts' }))
    expect(await response.json()).toEqual({ text: 'Hello you.', usage: { ...tokens, cost: 0.00009 } })
    expect(await customer.rows()).toMatchObject([
      { prompt_tokens: 20, completion_tokens: 4, audio_seconds: 2, cost: '0.000090' },
    ])
  })

  it.each([
    ['text', 'text/plain; charset=utf-8', 'Hello you.\n'],
    ['srt', 'text/plain; charset=utf-8', '1\n00:00:00,000 --> 00:00:03,000\nHello you.\n\n'],
    ['vtt', 'text/plain; charset=utf-8', 'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nHello you.\n\n'],
  ])('is %s on request', async (format, type, text) => {
    const response = await door('POST', path, formWith(customer.key, { response_format: format }))
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, text])
  })

  it('has times on request', async () => {
    const words = [{ word: 'Hello', start: 0, end: 1 }]
    first.answer(answerWith.json(200, { ...answer, duration: 2.5, language: 'english', words }))
    const fields = { response_format: 'verbose_json', 'timestamp_granularities[]': ['word', 'segment'] }
    const response = await door('POST', path, formWith(customer.key, fields))
    expect(await response.json()).toEqual({
      task: 'transcribe',
      language: 'english',
      duration: 3,
      text: 'Hello you.',
      words,
      usage: { type: 'duration', seconds: 3, cost: 0.0003 },
    })
  })

  it('is streamed on request', async () => {
    const part = (text: string) => event({ type: 'transcript.text.delta', delta: text })
    const done = event({ type: 'transcript.text.done', text: 'Hello you.', usage: tokens })
    first.answer(answerWith.events(part('Hello'), part(' you.'), done))
    const fields = { model: 'acme/counts', stream: 'true' }
    const response = await door('POST', path, formWith(customer.key, fields))
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(readEvents(await response.text())).toEqual([
      { type: 'transcript.text.delta', delta: 'Hello' },
      { type: 'transcript.text.delta', delta: ' you.' },
      { type: 'transcript.text.done', text: 'Hello you.', usage: { ...tokens, cost: 0.00009 } },
    ])
    await expect.poll(customer.rows).toMatchObject([{ status: 'success', cost: '0.000090' }])
  })
})

describe('failures cost nothing', () => {
  it('another route of the model is sent the same file', async () => {
    first.answer(answerWith.json(500, {}))
    const response = await door('POST', path, formWith(customer.key))
    expect(response?.status).toBe(200)
    expect(second.requests[0]?.body.length).toBeGreaterThan(32_000)
    expect(await customer.rows()).toMatchObject([
      { provider: 'second', attempts: [{ provider: 'first' }, { provider: 'second' }] },
    ])
  })

  it('broken events end with an error event', async () => {
    first.answer(answerWith.events(event({ type: 'transcript.text.delta', delta: 'Hello' })))
    const fields = { model: 'acme/counts', stream: 'true' }
    const response = await door('POST', path, formWith(customer.key, fields))
    expect(readEvents((await response?.text()) ?? '')).toMatchObject([
      { type: 'transcript.text.delta', delta: 'Hello' },
      { error: { code: 'upstream_error', type: 'upstream_error', param: null } },
    ])
    await expect
      .poll(customer.rows)
      .toMatchObject([{ status: 'failed', error_code: 'upstream_error', cost: '0.000000' }])
  })

  it.each([
    [answerWith.json(200, { words: [] }), 502, 'upstream_error'],
    [
      answerWith.json(400, { error: { message: 'No times.', param: 'response_format' } }),
      400,
      'invalid_parameter',
    ],
    [answerWith.json(429, {}), 429, 'rate_limit_exceeded'],
  ])('an upstream’s refusal is ours', async (play, status, code) => {
    first.answer(play)
    const response = await door('POST', path, formWith(customer.key, { model: 'acme/counts' }))
    expect([response?.status, await response?.json()]).toMatchObject([status, { error: { code } }])
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
    expect(await customer.balance()).toMatchObject({ balance: '1.000000', held: '0.000000' })
  })
})

describe('a client that leaves', () => {
  /** Sends a request, waits for the first text (for a silent upstream, until it is called), and leaves. */
  async function hangUp(fields: Record<string, string>, isSilent = false): Promise<void> {
    const controller = new AbortController()
    const seen = first.nextRequest()
    const pending = door('POST', path, formWith(customer.key, fields, undefined, controller.signal))
      .then((response) => response.body?.getReader().read())
      .catch(() => undefined)
    const request = await seen
    if (!isSilent) await pending
    controller.abort()
    await Promise.all([pending, request.closed])
  }

  it('before the upstream accepted pays nothing', async () => {
    first.answer(answerWith.silence())
    await hangUp({}, true)
    await expect
      .poll(customer.rows)
      .toMatchObject([{ status: 'success', finish_reason: 'aborted', cost: '0.000000' }])
  })

  it('during the text pays for the audio and the text that it received', async () => {
    first.answer(answerWith.eventsThenSilence(event({ type: 'transcript.text.delta', delta: 'Hello' })))
    await hangUp({ model: 'acme/counts', stream: 'true' })
    await expect.poll(customer.rows).toMatchObject([
      {
        finish_reason: 'aborted',
        prompt_tokens: 20,
        completion_tokens: 1,
        cost: '0.000060',
        usage_source: 'estimated',
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999940', held: '0.000000' })
  })
})

const invalid: [string, Record<string, string | string[]>, string, string][] = [
  ['an unknown field', { voice: 'x' }, 'invalid_parameter', 'voice'],
  ['a format that is none', { response_format: 'doc' }, 'invalid_parameter', 'response_format'],
  ['a temperature of 2', { temperature: '2' }, 'invalid_parameter', 'temperature'],
  ['a field twice', { language: ['de', 'en'] }, 'invalid_parameter', 'language'],
  [
    'times of letters',
    { 'timestamp_granularities[]': ['letter'] },
    'invalid_parameter',
    'timestamp_granularities[][0]',
  ],
  [
    'times without verbose_json',
    { 'timestamp_granularities[]': ['word'] },
    'invalid_parameter',
    'timestamp_granularities[]',
  ],
  ['a stream of subtitles', { stream: 'true', response_format: 'srt' }, 'invalid_parameter', 'stream'],
  ['a stream that is neither', { stream: 'yes' }, 'invalid_parameter', 'stream'],
  ['a file that is a text', { file: 'talk.wav' }, 'invalid_parameter', 'file'],
  ['no model', { model: '' }, 'missing_parameter', 'model'],
  ['a model that speaks', { model: 'acme/reads' }, 'invalid_parameter', 'model'],
]

describe('refusals', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, fields, code, param) => {
    const file = 'file' in fields ? null : undefined
    const response = await door('POST', path, formWith(customer.key, fields, file))
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code, param } }])
    expect(await customer.rows()).toEqual([])
  })

  it('a missing, an empty and a too large file are distinguished', async () => {
    const large = new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'a.wav')
    const cases: [File | null, number, string][] = [
      [null, 400, 'missing_parameter'],
      [new File([], 'a.wav'), 400, 'invalid_parameter'],
      [large, 413, 'payload_too_large'],
    ]
    for (const [file, status, code] of cases) {
      const response = await door('POST', path, formWith(customer.key, {}, file))
      expect([response.status, await response.json()]).toMatchObject([
        status,
        { error: { code, param: 'file' } },
      ])
    }
    expect(await customer.rows()).toEqual([])
  })

  it('402, 403 and 404, without a row', async () => {
    const poor = await newCustomer('0.000001')
    const narrow = await customer.keyWith({ allowed_models: ['acme/reads'] })
    const cases: [RequestInit, number, string][] = [
      [formWith(poor.key), 402, 'insufficient_quota'],
      [formWith(narrow), 403, 'model_not_allowed'],
      [formWith(customer.key, { model: 'acme/none' }), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })
})

describe('what the hold covers', () => {
  it('is the duration of the file: without enough credit, the upstream is not called', async () => {
    const poor = await newCustomer('0.0005')
    const short = await door('POST', path, formWith(poor.key, {}, new File([wav(3)], 'a.wav')))
    expect(short?.status).toBe(200)
    const long = await door('POST', path, formWith(poor.key, {}, new File([wav(6)], 'a.wav')))
    expect([long?.status, await long?.json()]).toMatchObject([
      402,
      { error: { metadata: { required: '0.000600', available: '0.000200' } } },
    ])
    expect(first.requests).toHaveLength(1)
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { event, openAudio, speechPath as path, readEvents, soundEvent } from '../testing'

const { door, first, second, reset, close } = await openAudio()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset({})
  customer = await newCustomer()
})

const sound = Buffer.from([0x49, 0x44, 0x33, 0x00, 0xff, 0x80])
const ask = (more: object = {}) => ({ model: 'acme/reads', voice: 'alloy', input: 'Hello 🌍', ...more })
const spoken = (play = answerWith.text(200, 'audio/mpeg', sound)) => first.answer(play)
const usage = { input_tokens: 14, output_tokens: 100, total_tokens: 114 }

describe('speech', () => {
  it('is the upstream’s audio to the byte, charged by the character and recorded', async () => {
    spoken()
    const seen = first.nextRequest()
    const response = await door('POST', path, post(customer.key, ask({ response_format: 'mp3', speed: 1.5 })))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'no-cache, no-transform',
      'x-ratelimit-limit-requests': '600',
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sound)
    expect(JSON.parse((await seen).body)).toEqual({
      model: 'reads',
      input: 'Hello 🌍',
      voice: 'alloy',
      response_format: 'mp3',
      speed: 1.5,
    })
    await expect.poll(customer.rows).toMatchObject([
      {
        id: response.headers.get('x-request-id'),
        status: 'success',
        modality: 'speech',
        provider: 'first',
        characters: 7,
        total_tokens: 0,
        cost: '0.000105',
        usage_source: 'upstream',
        bill: { lines: [{ item: 'character', quantity: 7, amount: '0.000105' }] },
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999895', held: '0.000000' })
  })

  it('is streamed as it arrives', async () => {
    const head = Promise.withResolvers<void>()
    first.answer(async (res) => {
      res.writeHead(200, { 'content-type': 'audio/wav' })
      res.write('one')
      await head.promise
      res.end('two')
    })
    const response = await door('POST', path, post(customer.key, ask({ response_format: 'wav' })))
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one')
    head.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two')
    expect((await reader?.read())?.done).toBe(true)
  })

  it('of a model that counts tokens is requested as events, and sent as audio', async () => {
    const done = event({ type: 'speech.audio.done', usage })
    spoken(answerWith.events(soundEvent('one'), soundEvent('two'), done))
    const seen = first.nextRequest()
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/speaks' })))
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['audio/mpeg', 'onetwo'])
    expect(JSON.parse((await seen).body)).toMatchObject({ stream_format: 'sse' })
    await expect
      .poll(customer.rows)
      .toMatchObject([
        { prompt_tokens: 14, completion_tokens: 100, cost: '0.001208400', usage_source: 'upstream' },
      ])
  })

  it('is sent as events on request, with usage and cost at the end', async () => {
    spoken()
    const response = await door('POST', path, post(customer.key, ask({ stream_format: 'sse' })))
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(readEvents(await response.text())).toEqual([
      { type: 'speech.audio.delta', audio: sound.toString('base64') },
      {
        type: 'speech.audio.done',
        usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0, characters: 7, cost: 0.000105 },
      },
    ])
  })
})

describe('usage that the upstream does not report', () => {
  it('is estimated from what was delivered', async () => {
    spoken(answerWith.text(200, 'audio/wav', Buffer.alloc(48_000)))
    await (
      await door('POST', path, post(customer.key, ask({ model: 'acme/speaks', input: 'Hello' })))
    )?.text()
    await expect
      .poll(customer.rows)
      .toMatchObject([{ prompt_tokens: 1, completion_tokens: 21, usage_source: 'estimated' }])
  })
})

describe('failures cost nothing', () => {
  it('another route of the model is tried while nothing was sent', async () => {
    first.answer(answerWith.text(200, 'audio/mpeg', '')) // accepted, and then nothing
    second.answer(answerWith.text(200, 'audio/mpeg', sound))
    const response = await door('POST', path, post(customer.key, ask()))
    expect(response?.status).toBe(200)
    await response?.arrayBuffer()
    await expect.poll(customer.rows).toMatchObject([
      {
        provider: 'second',
        attempts: [
          { provider: 'first', code: 'upstream_error' },
          { provider: 'second', code: null },
        ],
      },
    ])
  })

  it('broken audio is cut off', async () => {
    spoken(answerWith.cutInsideChunk('audio/mpeg'))
    second.answer(answerWith.cutInsideChunk('audio/mpeg'))
    const response = await door('POST', path, post(customer.key, ask()))
    expect(response?.status).toBe(200)
    await expect(response?.arrayBuffer()).rejects.toThrow()
    await expect.poll(customer.rows).toMatchObject([
      {
        status: 'failed',
        error_code: 'upstream_error',
        cost: '0.000000',
        characters: 0,
        attempts: [{ provider: 'first', code: 'upstream_error', status: 200 }],
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '1.000000', held: '0.000000' })
  })

  it('broken events end with an error event', async () => {
    spoken(answerWith.events(soundEvent('one'), event({ error: { message: 'secret' } })))
    const body = ask({ model: 'acme/speaks', stream_format: 'sse' })
    const response = await door('POST', path, post(customer.key, body))
    expect(readEvents((await response?.text()) ?? '')).toEqual([
      { type: 'speech.audio.delta', audio: Buffer.from('one').toString('base64') },
      {
        error: {
          message: 'The upstream failed to answer this request.',
          type: 'upstream_error',
          param: null,
          code: 'upstream_error',
          request_id: response?.headers.get('x-request-id'),
        },
      },
    ])
    await expect.poll(customer.rows).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })

  it.each([
    [answerWith.json(500, {}), 502, 'upstream_error'],
    [answerWith.json(429, {}), 429, 'rate_limit_exceeded'],
    [
      answerWith.json(400, { error: { message: 'No such voice.', param: 'voice' } }),
      400,
      'invalid_parameter',
    ],
    [answerWith.reset(), 502, 'upstream_error'],
  ])('an upstream’s refusal is ours', async (play, status, code) => {
    spoken(play)
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/speaks' })))
    expect([response?.status, await response?.json()]).toMatchObject([status, { error: { code } }])
    await expect.poll(customer.rows).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })
})

describe('a client that leaves', () => {
  /** Sends a request, waits for the first audio (for a silent upstream, until it is called), and leaves. */
  async function hangUp(body: object, isSilent = false): Promise<void> {
    const controller = new AbortController()
    const seen = first.nextRequest()
    const pending = door('POST', path, post(customer.key, body, {}, controller.signal))
      .then((response) => response.body?.getReader().read())
      .catch(() => undefined)
    const request = await seen
    if (!isSilent) await pending
    controller.abort()
    await Promise.all([pending, request.closed])
  }

  it('before the upstream accepted pays nothing', async () => {
    spoken(answerWith.silence())
    await hangUp(ask(), true)
    await expect
      .poll(customer.rows)
      .toMatchObject([{ status: 'success', finish_reason: 'aborted', cost: '0.000000' }])
    expect(await customer.balance()).toMatchObject({ available: '1.000000' })
  })

  it('during the audio pays for all characters, since all were sent', async () => {
    spoken(answerWith.dripping('audio/mpeg', 'ID3', 'x'))
    await hangUp(ask())
    await expect
      .poll(customer.rows)
      .toMatchObject([
        { status: 'success', finish_reason: 'aborted', cost: '0.000105', usage_source: 'estimated' },
      ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999895', held: '0.000000' })
  })

  it('of a model that counts tokens pays for the text and the audio that it received', async () => {
    spoken(answerWith.eventsThenSilence(soundEvent('x'.repeat(16_000))))
    await hangUp(ask({ model: 'acme/speaks', input: 'Hello' }))
    await expect
      .poll(customer.rows)
      .toMatchObject([{ finish_reason: 'aborted', prompt_tokens: 1, completion_tokens: 21 }])
  })
})

const invalid: [string, object, string, string][] = [
  ['no input', { input: undefined }, 'missing_parameter', 'input'],
  ['an empty text', { input: '' }, 'invalid_parameter', 'input'],
  ['a text of 4,097 characters', { input: '🌍'.repeat(4097) }, 'invalid_parameter', 'input'],
  ['no voice', { voice: undefined }, 'missing_parameter', 'voice'],
  ['a voice that is a number', { voice: 1 }, 'invalid_parameter', 'voice'],
  ['a format that is none', { response_format: 'midi' }, 'invalid_parameter', 'response_format'],
  ['a speed of 5', { speed: 5 }, 'invalid_parameter', 'speed'],
  ['a stream of another format', { stream_format: 'ndjson' }, 'invalid_parameter', 'stream_format'],
  ['an unknown field', { text: 'x' }, 'invalid_parameter', 'text'],
  ['no model', { model: undefined }, 'missing_parameter', 'model'],
  ['a model that chats', { model: 'sandbox/chat' }, 'invalid_parameter', 'model'],
  [
    'a format that the sandbox does not make',
    { model: 'sandbox/speech', response_format: 'mp3' },
    'invalid_parameter',
    'response_format',
  ],
]

describe('refusals', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, more, code, param) => {
    const response = await door('POST', path, post(customer.key, ask(more)))
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code, param } }])
  })

  it('a text of 4,096 characters is accepted', async () => {
    spoken()
    const response = await door('POST', path, post(customer.key, ask({ input: '🌍'.repeat(4096) })))
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  it('402, 403 and 404, without a row', async () => {
    const poor = await newCustomer('0.000001')
    const narrow = await customer.keyWith({ allowed_models: ['acme/hears'] })
    const cases: [RequestInit, number, string][] = [
      [post(poor.key, ask()), 402, 'insufficient_quota'],
      [post(narrow, ask()), 403, 'model_not_allowed'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })
})

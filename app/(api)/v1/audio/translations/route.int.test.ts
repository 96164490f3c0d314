import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { TranscriptReply } from '@/lib/gateway/calls/audio/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { formWith, openAudio, translationPath as path, wav } from '../testing'

const { door, first, second, reset, close } = await openAudio()
afterAll(close)

/** platform.openai.com/docs/api-reference/audio/createTranslation */
const answer = {
  task: 'translate',
  language: 'english',
  duration: 3,
  text: 'Hello, my name is Wolfgang.',
  segments: [{ id: 0, seek: 0, start: 0, end: 3, text: ' Hello, my name is Wolfgang.', temperature: 0 }],
}

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('a translation', () => {
  it('is the upstream’s, priced like a transcription, and recorded', async () => {
    const seen = first.nextRequest()
    const response = await door('POST', path, formWith(customer.key, { prompt: 'Hm', temperature: '0.2' }))
    expect(response.status).toBe(200)
    expect(TranscriptReply.parse(await response.json())).toEqual({
      text: answer.text,
      usage: { type: 'duration', seconds: 3, cost: 0.0003 },
    })
    const { path: asked, body } = await seen
    expect(asked).toBe('/v1/audio/translations')
    expect(body).toContain('name="file"; filename="talk.wav"')
    expect(await customer.rows()).toMatchObject([
      { status: 'success', modality: 'transcription', audio_seconds: 3, cost: '0.000300' },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999700', held: '0.000000' })
  })

  it.each([
    ['text', 'text/plain; charset=utf-8', `${answer.text}\n`],
    ['srt', 'text/plain; charset=utf-8', `1\n00:00:00,000 --> 00:00:03,000\n${answer.text}\n\n`],
    ['vtt', 'text/plain; charset=utf-8', `WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n${answer.text}\n\n`],
  ])('is %s on request', async (format, type, text) => {
    const response = await door('POST', path, formWith(customer.key, { response_format: format }))
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, text])
  })

  it('is verbose on request', async () => {
    const response = await door('POST', path, formWith(customer.key, { response_format: 'verbose_json' }))
    const usage = { type: 'duration', seconds: 3, cost: 0.0003 }
    expect(await response.json()).toEqual({ ...answer, usage })
  })

  it('goes to the next route, and costs nothing where all fail', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await door('POST', path, formWith(customer.key))).status).toBe(200)
    second.answer(answerWith.json(500, {}))
    const response = await door('POST', path, formWith(customer.key))
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { error: { code: 'upstream_error', type: 'upstream_error', param: null } },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999700', held: '0.000000' })
  })
})

const invalid: [string, Record<string, string | string[]>, number, string, string][] = [
  ['a language', { language: 'de' }, 400, 'invalid_parameter', 'language'],
  ['a stream', { stream: 'true' }, 400, 'invalid_parameter', 'stream'],
  [
    'times of words',
    { 'timestamp_granularities[]': ['word'] },
    400,
    'invalid_parameter',
    'timestamp_granularities[]',
  ],
  ['an unknown format', { response_format: 'doc' }, 400, 'invalid_parameter', 'response_format'],
  ['a temperature of 2', { temperature: '2' }, 400, 'invalid_parameter', 'temperature'],
  ['no model', { model: '' }, 400, 'missing_parameter', 'model'],
  ['a model that speaks', { model: 'acme/reads' }, 400, 'invalid_parameter', 'model'],
  ['a model that only transcribes', { model: 'acme/writes' }, 400, 'unsupported_parameter', 'model'],
  ['an unknown model', { model: 'acme/none' }, 404, 'model_not_found', 'model'],
]

describe('refusals, without a row', () => {
  it.each(invalid)('%s', async (_case, fields, status, code, param) => {
    const response = await door('POST', path, formWith(customer.key, fields))
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code, param } }])
    expect(await customer.rows()).toEqual([])
    expect(first.requests).toEqual([])
  })

  it('no file, no key, no credit, too large a file', async () => {
    const poor = await newCustomer('0.000001')
    const large = new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'a.wav')
    const cases: [RequestInit, number, string][] = [
      [formWith(customer.key, {}, null), 400, 'missing_parameter'],
      [formWith(undefined), 401, 'invalid_api_key'],
      [formWith(poor.key, {}, new File([wav(6)], 'a.wav')), 402, 'insufficient_quota'],
      [formWith(customer.key, {}, large), 413, 'payload_too_large'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })
})

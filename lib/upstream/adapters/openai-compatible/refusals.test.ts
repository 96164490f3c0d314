import { describe, expect, test } from 'vitest'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/api-key'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { createOpenAiCompatibleChat } from './create-chat'

const upstream = await openUpstream()

/** The same refusal must be read alike whichever way the model was asked. */
const WAYS = ['complete', 'stream'] as const

async function refusal(way: (typeof WAYS)[number], answer: Answer): Promise<UpstreamError> {
  upstream.answer(answer)
  const chat = createOpenAiCompatibleChat({ baseUrl: upstream.baseUrl, apiKey: API_KEY })
  const call = { request: { model: 'large', stream: way === 'stream' }, signal: new AbortController().signal }
  const error: unknown = await chat[way](call).then(
    () => 'accepted',
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no UpstreamError: ${String(error)}`)
  return error
}

describe.each(WAYS)('a refusal of %s', (way) => {
  test.each([400, 404, 413, 415, 422])(
    '%i is the request’s fault, and the sentence is kept',
    async (status) => {
      const error = await refusal(
        way,
        answerWith.json(status, { error: { message: 'Bad temperature.', param: 'temperature' } }),
      )
      expect(error).toMatchObject({
        fault: 'rejected',
        status,
        param: 'temperature',
        message: 'Bad temperature.',
      })
      expect(error.hasPublicMessage).toBe(true)
    },
  )

  test.each([401, 402, 403])('%i concerns our own credentials and is not shown', async (status) => {
    const error = await refusal(
      way,
      answerWith.json(status, { error: { message: `Incorrect API key: ${API_KEY}` } }),
    )
    expect(error).toMatchObject({ fault: 'failed', status, hasPublicMessage: false })
    expect(error.message).not.toContain('secret')
  })

  test.each([500, 502, 503, 504, 529])('%i is the upstream’s failure and is not shown', async (status) => {
    const error = await refusal(
      way,
      answerWith.json(status, { error: { message: 'CUDA error at host 10.0.0.5' } }),
    )
    expect(error).toMatchObject({ fault: 'failed', status, hasPublicMessage: false })
  })

  test('408 is a timeout', async () => {
    expect(await refusal(way, answerWith.json(408, {}))).toMatchObject({ fault: 'timeout' })
  })

  test('429 tells how long to wait, in seconds', async () => {
    const error = await refusal(way, answerWith.json(429, { error: 'slow down' }, { 'retry-after': '7' }))
    expect(error).toMatchObject({ fault: 'rate_limited', status: 429, retryAfterSeconds: 7 })
  })

  test('429 tells how long to wait, as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const error = await refusal(way, answerWith.json(429, {}, { 'retry-after': date }))
    expect(error.retryAfterSeconds).toBeGreaterThan(55)
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('429 may tell nothing', async () => {
    expect(await refusal(way, answerWith.json(429, {}))).toMatchObject({
      fault: 'rate_limited',
      retryAfterSeconds: undefined,
    })
  })

  test('an HTML page is not repeated', async () => {
    const error = await refusal(
      way,
      answerWith.text(404, 'text/html', '<html><h1>nginx at upstream-7</h1></html>'),
    )
    expect(error).toMatchObject({ fault: 'rejected', hasPublicMessage: false })
  })

  test('an error of any length is bounded', async () => {
    const error = await refusal(way, answerWith.text(400, 'text/plain', 'x'.repeat(1_000_000)))
    expect(error).toMatchObject({ fault: 'rejected', hasPublicMessage: false })
  })

  test('a content policy is named, whatever 4xx it wears', async () => {
    const body = { error: { message: 'Flagged.', code: 'content_filter' } }
    expect(await refusal(way, answerWith.json(403, body))).toMatchObject({
      fault: 'rejected',
      code: 'content_policy_violation',
      message: 'Flagged.',
    })
  })

  test('too long a prompt is named', async () => {
    const message = "This model's maximum context length is 8192 tokens. However, you requested 9000."
    expect(await refusal(way, answerWith.json(400, { error: { message } }))).toMatchObject({
      fault: 'rejected',
      code: 'context_length_exceeded',
    })
  })

  test.each([
    [{ error: { message: 'Bad field.', code: 400 } }, 'rejected'],
    [{ error: { message: 'Bad field.', type: 'invalid_request_error' } }, 'rejected'],
    [{ error: { message: 'Wait.', code: 429 } }, 'rate_limited'],
    [{ error: { message: 'Provider returned error', code: 502 } }, 'failed'],
    [{ error: 'something' }, 'failed'],
  ])('an error under status 200 is one all the same: %j', async (body, fault) => {
    expect(await refusal(way, answerWith.json(200, body))).toMatchObject({ fault })
  })
})

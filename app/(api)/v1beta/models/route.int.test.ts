import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { GeminiError, GenerateContentReply } from '@/lib/gateway/chat/formats/gemini/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, openChat, wholeStream } from '../../v1/chat/completions/testing'
import * as modelsOfOpenAi from '../../v1/models/route'
import { newCustomer } from '../../v1/testing/new-customer'
import { post } from '../../v1/testing/post'
import * as model from './[...id]/route'
import * as models from './route'

const { door, first, reset, close } = await openChat({
  modules: {
    '/v1/models': modelsOfOpenAi,
    '/v1/models/[...id]': model,
    '/v1beta/models': models,
    '/v1beta/models/[...id]': model,
  },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const path = '/v1beta/models/acme/alone'
const withKey = (body: unknown) => post(undefined, body, { 'x-goog-api-key': customer.key })

describe('a method of a model', () => {
  it.each(['/v1beta', '/v1'])(
    'below %s answers in Google’s form, and is charged like any chat',
    async (version) => {
      const seen = first.nextRequest()
      const response = await door('POST', `${version}/models/acme/alone:generateContent`, withKey(hello))
      expect(response.status).toBe(200)
      const reply = GenerateContentReply.parse(await response.json())
      expect(reply).toMatchObject({
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hi there' }] }, finishReason: 'STOP' }],
        modelVersion: 'acme/alone',
      })
      expect(reply.usageMetadata?.cost).toBe(0.000018)
      expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018' }])
      expect(JSON.parse((await seen).body)).toMatchObject({ messages: [{ role: 'user', content: 'Hello' }] })
    },
  )

  it('takes the key from the URL, as Google’s clients send it', async () => {
    const url = (key: string) => `${path}:countTokens?key=${key}`
    const counted = await door('POST', url(customer.key), post(undefined, hello))
    expect(await counted.json()).toEqual({ totalTokens: expect.any(Number) })
    const refused = await door('POST', url('sk-wrong'), post(undefined, hello))
    expect(refused.status).toBe(401)
    expect(GeminiError.parse(await refused.json()).error.status).toBe('UNAUTHENTICATED')
  })

  it('streams events with alt=sse, and answers a list without it', async () => {
    first.answer(answerWith.events(...wholeStream))
    const stream = await door('POST', `${path}:streamGenerateContent?alt=sse`, withKey(hello))
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const events = (await stream.text()).split('\n\n').filter((event) => event.startsWith('data: '))
    expect(JSON.parse(events.at(-1)?.slice(6) ?? '')).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { totalTokenCount: expect.any(Number) },
    })
    reset(answer)
    const list = await door('POST', `${path}:streamGenerateContent`, withKey(hello))
    expect(await list.json()).toMatchObject([{ candidates: [{ finishReason: 'STOP' }] }])
  })

  it.each([
    [`${path}:generateContent`, {}, 400, 'INVALID_ARGUMENT', 'contents'],
    [`${path}:generateContent`, { contents: [{ role: 'x' }] }, 400, 'INVALID_ARGUMENT', 'contents[0].role'],
    [
      `${path}:generateContent`,
      { ...hello, tools: [{ functionDeclarations: [{}] }] },
      400,
      'INVALID_ARGUMENT',
      'tools[0].functionDeclarations[0].name',
    ],
    ['/v1beta/models/no/such:generateContent', hello, 404, 'NOT_FOUND', 'model'],
    [`${path}:embedContent`, hello, 404, 'NOT_FOUND', undefined],
    [path, hello, 404, 'NOT_FOUND', undefined],
  ])('%s with %j is %d', async (url, body, status, name, field) => {
    const response = await door('POST', url, withKey(body))
    expect(response.status).toBe(status)
    const { error } = GeminiError.parse(await response.json())
    expect(error).toMatchObject({ code: status, status: name })
    const violations = error.details?.flatMap((one) => one.fieldViolations ?? [])
    expect(violations).toEqual(field === undefined ? [] : [expect.objectContaining({ field })])
  })

  it('without credit is refused, and says so', async () => {
    const poor = await newCustomer('0')
    const response = await door(
      'POST',
      `${path}:generateContent`,
      post(undefined, hello, { 'x-goog-api-key': poor.key }),
    )
    expect(response.status).toBe(402)
    expect(GeminiError.parse(await response.json()).error.details?.[0]).toMatchObject({
      reason: 'INSUFFICIENT_QUOTA',
    })
  })
})

describe('the models', () => {
  const read = async (url: string) => {
    const headers = { 'x-goog-api-key': customer.key }
    return await (await door('GET', url, { headers })).json()
  }

  it('are listed in pages, chat models only', async () => {
    const { models: all } = await read('/v1beta/models')
    const { models: one, nextPageToken } = await read('/v1beta/models?pageSize=1')
    expect(one).toEqual([all[0]])
    expect((await read(`/v1beta/models?pageSize=1&pageToken=${nextPageToken}`)).models).toEqual([all[1]])
    expect(await read(path)).toEqual(all.find(({ name }: { name: string }) => name === 'models/acme/alone'))
  })

  it('below /v1 are in the form of the client that asks', async () => {
    expect(await read('/v1/models?pageSize=2')).toEqual(await read('/v1beta/models?pageSize=2'))
    const headers = { authorization: `Bearer ${customer.key}` }
    expect(await (await door('GET', '/v1/models', { headers })).json()).toMatchObject({ object: 'list' })
  })
})

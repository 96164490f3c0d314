import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CountTokensReply, MessageReply } from '@/lib/gateway/chat/formats/messages/schema'
import { readEvents } from '@/lib/gateway/chat/testing/chat-stream'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, event, openChat, wholeStream } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as countTokens from './count_tokens/route'
import * as messages from './route'

const path = '/v1/messages'
const { door, first, second, reset, close } = await openChat({
  modules: {
    [path]: messages,
    [`${path}/count_tokens`]: countTokens,
  },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({
  model: 'acme/alone',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello' }],
  ...overrides,
})

/** Headers of Anthropic's clients. */
const postBare = (key: string, body: unknown) =>
  post(undefined, body, {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'some-beta',
  })

describe('a message', () => {
  it('is the upstream’s answer in Anthropic’s shape; it is charged and recorded like any chat', async () => {
    const seen = first.nextRequest()
    const response = await door('POST', path, postBare(customer.key, ask({ system: 'Be brief.' })))
    expect(response.status).toBe(200)
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'))
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('600')
    expect(MessageReply.parse(await response.json())).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: 'acme/alone',
      content: [{ type: 'text', text: 'Hi there' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 4,
        server_tool_use: null,
        cost: 0.000018,
      },
    })
    expect(JSON.parse((await seen).body)).toEqual({
      model: 'alone',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      max_tokens: 100,
    })
    expect(await customer.rows()).toMatchObject([
      {
        id: response.headers.get('x-request-id'),
        status: 'success',
        modality: 'chat',
        cost: '0.000018',
        usage_source: 'upstream',
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
  })

  it('streams, with a Bearer key as well', async () => {
    first.answer(answerWith.events(...wholeStream))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('request-id')).toMatch(/^req_/)
    const events = readEvents(await response.text())
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(events.at(-2)).toMatchObject({ usage: { input_tokens: 10, output_tokens: 4 } })
    const counted = await door('POST', `${path}/count_tokens`, post(customer.key, ask()))
    expect(events[0]).toMatchObject({ message: { usage: await counted.json() } })
    expect(await customer.rows()).toMatchObject([
      { status: 'success', cost: '0.000018', finish_reason: 'stop' },
    ])
  })

  it('falls back while nothing was sent', async () => {
    first.answer(answerWith.events('data: {"error":{"message":"overloaded","code":503}}\n\n'))
    second.answer(answerWith.events(...wholeStream))
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/both', stream: true })))
    expect(readEvents(await response.text()).at(-1)?.type).toBe('message_stop')
    expect(await customer.rows()).toMatchObject([
      { provider: 'second', attempts: [{ provider: 'first' }, { provider: 'second' }] },
    ])
  })

  it('that breaks ends with an error event and costs nothing', async () => {
    first.answer(answerWith.eventsThenReset(event({ role: 'assistant', content: 'Hi' })))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(readEvents(await response.text()).at(-1)).toEqual({
      type: 'error',
      error: { type: 'api_error', message: expect.any(String) },
      request_id: response.headers.get('request-id'),
    })
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })

  it('can be counted before it is sent, for nothing', async () => {
    const { max_tokens: _, ...counted } = ask({
      system: 'Be brief.',
      tools: [{ name: 'f', input_schema: {} }],
    })
    const response = await door('POST', `${path}/count_tokens`, postBare(customer.key, counted))
    expect(response.status).toBe(200)
    const { input_tokens } = CountTokensReply.parse(await response.json())
    expect(input_tokens).toBeGreaterThan(10)
    expect(await customer.rows()).toEqual([])
  })
})

describe('a client that leaves', () => {
  it('stops the upstream at once and pays for what it got', async () => {
    first.answer(answerWith.eventsThenSilence(event({ role: 'assistant', content: 'one two three' })))
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const response = await door('POST', path, post(customer.key, ask({ stream: true }), {}, hangUp.signal))
    const reader = response?.body?.getReader()
    let got = ''
    while (!got.includes('three')) got += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await (await seen).closed
    await expect.poll(customer.rows).toMatchObject([{ finish_reason: 'aborted', completion_tokens: 3 }])
  })
})

describe('an Idempotency-Key', () => {
  it('answers the first answer again and charges once', async () => {
    const keyed = () => door('POST', path, post(customer.key, ask(), { 'idempotency-key': 'abc' }))
    const original = await (await keyed())?.json()
    expect(await (await keyed())?.json()).toEqual(original)
    expect(await customer.rows()).toHaveLength(1)
  })
})

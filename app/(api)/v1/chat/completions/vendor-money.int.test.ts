import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { MessageReply, type MessagesRequest } from '@/lib/gateway/chat/formats/messages/schema'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { ChatChunk, ChatReply } from '@/lib/gateway/chat/schema'
import { readEvents } from '@/lib/gateway/chat/testing/chat-stream'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import {
  anthropicEnd,
  anthropicMessage,
  anthropicSearched,
  anthropicSearchedStream,
  anthropicStart,
  anthropicText,
  googleSearched,
} from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, openVendors } from './testing'

/** What vendors bill in addition to plain tokens: cache writes, cache reads, and web searches. */
const { door, first, close } = await openVendors({
  '/v1/chat/completions': chat,
  '/v1/messages': messages,
  '/v1/responses': responses,
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
})

const mark = { type: 'ephemeral' }
const asked: Record<string, (model: string, more?: object) => object> = {
  '/v1/chat/completions': (model, more) => ({
    model,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: mark }] }],
    ...more,
  }),
  '/v1/messages': (model, more) => ({
    model,
    max_tokens: 100,
    system: [{ type: 'text', text: 'Rules.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: mark }] }],
    ...more,
  }),
  '/v1/responses': (model, more) => ({ model, input: 'Hello', ...more }),
}
const sent = () => JSON.parse(first.requests.at(-1)?.body ?? '')

/** 12 plain tokens, 100 read, 30 written for minutes, 10 written for an hour, and 30 completion tokens. */
const counted = {
  input_tokens: 12,
  cache_creation_input_tokens: 40,
  cache_read_input_tokens: 100,
  cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 10 },
}
const cachedAnswer = { ...anthropicMessage, usage: { ...anthropicMessage.usage, ...counted } }
const cachedStart = anthropicStart.replace(
  /"usage":\{[^}]*\}/,
  `"usage":${JSON.stringify({ ...counted, output_tokens: 1 })}`,
)
const cachedStream = [cachedStart, anthropicText(0, 'Hi'), anthropicEnd('end_turn')]
const COST = 0.000898
const bill = {
  total: '0.000898',
  lines: [
    { item: 'prompt', quantity: 12, unit_price: '0.000004', amount: '0.000048' },
    { item: 'cached_prompt', quantity: 100, unit_price: '0.0000002', amount: '0.000020' },
    { item: 'cache_write', quantity: 30, unit_price: '0.000005', amount: '0.000150' },
    { item: 'cache_write_1h', quantity: 10, unit_price: '0.000008', amount: '0.000080' },
    { item: 'completion', quantity: 30, unit_price: '0.000020', amount: '0.000600' },
  ],
}

describe('a prompt that is cached', () => {
  const ask = (path: string, model: string, more: object = {}) =>
    door('POST', path, post(customer.key, asked[path]?.(model, more)))
  const whole = async (path: string, model: string, more: object = {}) =>
    (await ask(path, model, more)).json()

  it('is marked for Anthropic, counted in each format, and billed by what was written and read', async () => {
    first.answer(answerWith.json(200, cachedAnswer))
    const { usage } = ChatReply.parse(await whole('/v1/chat/completions', 'acme/claude'))
    expect(sent().messages[0].content).toEqual([{ type: 'text', text: 'Hello', cache_control: mark }])
    expect(usage).toMatchObject({
      prompt_tokens: 152,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 40, cache_write_1h_tokens: 10 },
      cost: COST,
    })
    const message = MessageReply.parse(await whole('/v1/messages', 'acme/claude'))
    expect(sent().system).toMatchObject([{ text: 'Rules.', cache_control: { ttl: '1h' } }])
    expect(message.usage).toEqual({ ...counted, output_tokens: 30, server_tool_use: null, cost: COST })
    const response = ResponseReply.parse(await whole('/v1/responses', 'acme/claude'))
    expect(response.usage).toMatchObject({
      input_tokens: 152,
      input_tokens_details: { cached_tokens: 100, cache_write_tokens: 40 },
      cost: COST,
    })
    expect(await customer.rows()).toMatchObject([{ bill }, { bill }, { bill }])
    expect(await customer.balance()).toMatchObject({ balance: '0.997306', held: '0.000000' })
  })

  it('streams: the same', async () => {
    first.answer(answerWith.events(...cachedStream))
    const stream = { stream: true, stream_options: { include_usage: true } }
    const text = await (await ask('/v1/chat/completions', 'acme/claude', stream)).text()
    const [last = ''] = text.split('\n\n').filter((event) => event.includes('"usage":{'))
    expect(ChatChunk.parse(JSON.parse(last.slice('data: '.length))).usage).toMatchObject({
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 40, cache_write_1h_tokens: 10 },
      cost: COST,
    })
    const events = readEvents(await (await ask('/v1/messages', 'acme/claude', { stream: true })).text())
    expect(events.at(-2)).toMatchObject({ type: 'message_delta', usage: { ...counted, cost: COST } })
    expect(await customer.rows()).toMatchObject([{ bill }, { bill }])
  })

  it('other upstreams get no mark', async () => {
    first.answer(answerWith.json(200, answer))
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      expect((await ask(path, 'acme/alone')).status).toBe(200)
      expect(first.requests.at(-1)?.body).not.toContain('cache_control')
    }
    expect(sent().messages).toEqual([
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Hello' },
    ])
  })

  it('is held for at the price of writing', async () => {
    first.answer(answerWith.json(200, cachedAnswer))
    const content = 'word '.repeat(4000)
    const limited = await customer.keyWith({ limit_usd: '0.018' })
    const send = (cache_control?: object) =>
      door(
        'POST',
        '/v1/messages',
        post(limited, {
          model: 'acme/claude',
          max_tokens: 10,
          messages: [{ role: 'user', content: [{ type: 'text', text: content, cache_control }] }],
        }),
      )
    expect((await send(mark)).status).toBe(402)
    expect((await send()).status).toBe(200)
  })

  it.each([
    ['/v1/chat/completions', 'cache_control.ttl'],
    ['/v1/messages', 'cache_control.ttl'],
  ])('an unknown mark in %s is refused by name', async (path, param) => {
    const response = await ask(path, 'acme/claude', { cache_control: { type: 'ephemeral', ttl: '1d' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(param)
  })
})

const tools: Record<string, object> = {
  '/v1/chat/completions': { web_search: true },
  '/v1/messages': { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }] },
  '/v1/responses': { tools: [{ type: 'web_search' }] },
} satisfies Record<string, Partial<MessagesRequest> | object>
const source = { url: 'https://weather.example/oslo', title: 'Weather in Oslo' }
const searchLine = (quantity: number, unit_price: string, amount: string) => ({
  item: 'web_search',
  quantity,
  unit_price,
  amount,
})

describe('web search', () => {
  const ask = (path: string, model: string, more: object = {}) =>
    door('POST', path, post(customer.key, asked[path]?.(model, { ...tools[path], ...more })))

  it('is cited in each format, and each search is billed', async () => {
    first.answer(answerWith.json(200, anthropicSearched))
    const reply = ChatReply.parse(await (await ask('/v1/chat/completions', 'acme/claude')).json())
    expect(reply.choices[0]?.message.annotations).toMatchObject([
      { type: 'url_citation', url_citation: { ...source, start_index: 10, end_index: 21 } },
    ])
    expect(reply.usage).toMatchObject({ server_tool_use: { web_search_requests: 2 } })
    const message = MessageReply.parse(await (await ask('/v1/messages', 'acme/claude')).json())
    expect(sent().tools).toMatchObject([{ type: 'web_search_20250305', max_uses: 2 }])
    expect(message.content).toMatchObject([
      {
        type: 'text',
        citations: [{ type: 'web_search_result_location', ...source, cited_text: 'Seven degrees and rain.' }],
      },
    ])
    expect(message.usage.server_tool_use).toEqual({ web_search_requests: 2 })
    const response = ResponseReply.parse(await (await ask('/v1/responses', 'acme/claude')).json())
    expect(response.output).toMatchObject([
      { content: [{ annotations: [{ type: 'url_citation', ...source, start_index: 10, end_index: 21 }] }] },
    ])
    const rows = await customer.rows()
    for (const row of rows) {
      expect(row.bill.lines.at(-1)).toEqual(searchLine(2, '0.010000', '0.020000'))
      expect(row.cost).toBe('0.020688')
    }
    expect(rows).toHaveLength(3)
  })

  it('streams: the same', async () => {
    first.answer(answerWith.events(...anthropicSearchedStream))
    const streamed = async (path: string) =>
      readEvents(await (await ask(path, 'acme/claude', { stream: true })).text())
    expect(await streamed('/v1/messages')).toContainEqual(
      expect.objectContaining({
        delta: { type: 'citations_delta', citation: expect.objectContaining(source) },
      }),
    )
    expect(await streamed('/v1/responses')).toContainEqual(
      expect.objectContaining({
        type: 'response.output_text.annotation.added',
        annotation: { type: 'url_citation', ...source, start_index: 10, end_index: 21 },
      }),
    )
    expect(await customer.rows()).toMatchObject([{ cost: '0.020688' }, { cost: '0.020688' }])
  })

  it('by Google is billed by the query', async () => {
    first.answer(answerWith.json(200, googleSearched))
    await ask('/v1/chat/completions', 'acme/gemini')
    expect(sent().tools).toEqual([{ googleSearch: {} }])
    const [row] = await customer.rows()
    expect(row?.bill.lines.at(-1)).toEqual(searchLine(3, '0.014000', '0.042000'))
  })

  it.each(['/v1/responses', '/v1/messages'])(
    'has no price: the tool is left out of %s, and named',
    async (path) => {
      first.answer(answerWith.json(200, anthropicSearched))
      const response = await ask(path, 'acme/unpriced')
      expect(await response.json()).toMatchObject({
        metadata: { portico_ignored_tools: expect.stringMatching(/^web_search/) },
      })
      expect(sent()).not.toHaveProperty('tools')
    },
  )

  const refusing = Object.keys(tools).filter((path) => path === '/v1/chat/completions')
  it.each(refusing)('is refused by %s if search has no price', async (path) => {
    const response = await ask(path, 'acme/unpriced')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('acme/unpriced')
    expect(await customer.rows()).toEqual([])
  })
})

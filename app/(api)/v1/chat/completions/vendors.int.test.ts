import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ChatChunk, ChatReply } from '@/lib/gateway/chat/schema'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import {
  anthropicBlock,
  anthropicEnd,
  anthropicError,
  anthropicMessage,
  anthropicStart,
  anthropicText,
  anthropicToolUse,
  googleAnswer,
  googleBlocked,
  googleCall,
  googleError,
  googleEvent,
} from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { ask, openChat, path } from './testing'

/** From a caller's request to the vendor's own API and back. */
const pricing = { prompt: '0.000001', completion: '0.000002', cached_prompt: '0.0000001' }
const { door, first, close } = await openChat({
  providersAt: ({ baseUrl }) =>
    [
      ['anthropic', 'claude-sonnet-4-6'],
      ['google', 'gemini-3.8-flash'],
    ].map(([sdk, upstream_id]) => ({
      id: sdk,
      adapter: 'ai-sdk',
      base_url: baseUrl,
      api_key_env: 'PATH',
      options: { sdk },
      models: [{ id: `acme/${sdk}`, upstream_id, max_output_tokens: 1000, pricing }],
    })),
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
})

const claude = (more: object = {}) => post(customer.key, ask({ model: 'acme/anthropic', ...more }))
const gemini = (more: object = {}) => post(customer.key, ask({ model: 'acme/google', ...more }))
const streamed = { stream: true, stream_options: { include_usage: true } }
const payloads = (text: string) =>
  text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => one.slice(6))

describe('a vendor’s own API', () => {
  it('answers whole, and bills cached tokens at their price', async () => {
    first.answer(answerWith.json(200, anthropicMessage))
    const body = ChatReply.parse(await (await door('POST', path, claude())).json())
    expect(body).toMatchObject({
      model: 'acme/anthropic',
      choices: [{ message: { content: 'Hi! My name is Claude.' }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: 116,
        completion_tokens: 30,
        prompt_tokens_details: { cached_tokens: 100 },
        completion_tokens_details: { reasoning_tokens: 21 },
        cost: 0.000086,
      },
    })
    expect(await customer.rows()).toMatchObject([
      { status: 'success', provider: 'anthropic', cost: '0.000086', usage_source: 'upstream' },
    ])
  })

  it('answers in a stream with one id, tool calls in it, and the usage at its end', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }
    first.answer(
      answerWith.events(
        anthropicStart,
        anthropicText(0, 'Let me ', 'look.'),
        anthropicBlock(1, call, [{ type: 'input_json_delta', partial_json: '{"city":"Łódź"}' }]),
        anthropicEnd('tool_use'),
      ),
    )
    const text = await (await door('POST', path, claude(streamed))).text()
    const events = payloads(text)
    expect(events.pop()).toBe('[DONE]')
    const chunks = events.map((one) => ChatChunk.parse(JSON.parse(one)))
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1)
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: 'Let me ' })
    const calls = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    expect(calls).toEqual([
      {
        index: 0,
        id: 'toolu_1',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
      },
    ])
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls')
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 116, cost: 0.000086 })
  })

  it('carries a whole conversation with tools, thoughts and seals both ways', async () => {
    first.answer(answerWith.json(200, anthropicToolUse))
    const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }]
    const reply = ChatReply.parse(await (await door('POST', path, claude({ tools }))).json())
    const [choice] = reply.choices
    const results = ['toolu_01A', 'toolu_01B'].map((id) => ({
      role: 'tool',
      tool_call_id: id,
      content: '7 °C',
    }))
    first.answer(answerWith.json(200, anthropicMessage))
    const messages = [{ role: 'user', content: 'Weather?' }, choice?.message, ...results]
    expect((await door('POST', path, claude({ tools, messages }))).status).toBe(200)
    const sent = JSON.parse(first.requests.at(-1)?.body ?? '')
    expect(sent.messages[1].content).toMatchObject([
      { type: 'thinking', thinking: 'Two cities.', signature: 'EqQBCgIYAhIM' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'toolu_01A', input: { city: 'Łódź' } },
      { type: 'tool_use', id: 'toolu_01B', input: {} },
    ])
    expect(sent.messages[2].content).toHaveLength(2)
  })

  it('answers by Google too, whole and in a stream', async () => {
    first.answer(answerWith.json(200, googleAnswer([googleCall])))
    const body = ChatReply.parse(await (await door('POST', path, gemini())).json())
    expect(body.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
    expect(body.usage).toMatchObject({ prompt_tokens: 55, completion_tokens: 27 })
    first.answer(answerWith.events(googleEvent(googleAnswer([{ text: 'Łódź' }]))))
    const events = payloads(await (await door('POST', path, gemini(streamed))).text())
    expect(events.at(-1)).toBe('[DONE]')
    expect(JSON.parse(events[0] ?? '')).toMatchObject({ choices: [{ delta: { content: 'Łódź' } }] })
  })

  it.each([
    ['claude', 400, 'invalid_request_error', 400, 'invalid_parameter'],
    ['claude', 401, 'authentication_error', 502, 'upstream_error'],
    ['claude', 404, 'not_found_error', 400, 'invalid_parameter'],
    ['claude', 429, 'rate_limit_error', 429, 'rate_limit_exceeded'],
    ['claude', 500, 'api_error', 502, 'upstream_error'],
    ['claude', 529, 'overloaded_error', 502, 'upstream_error'],
    ['gemini', 400, 'INVALID_ARGUMENT', 400, 'invalid_parameter'],
    ['gemini', 403, 'PERMISSION_DENIED', 502, 'upstream_error'],
    ['gemini', 429, 'RESOURCE_EXHAUSTED', 429, 'rate_limit_exceeded'],
    ['gemini', 503, 'UNAVAILABLE', 502, 'upstream_error'],
  ])('turns %s’s %i %s into a %i %s that costs nothing', async (who, status, word, ours, code) => {
    const isClaude = who === 'claude'
    first.answer(
      answerWith.json(status, isClaude ? anthropicError(word, 'no') : googleError(status, word, 'no')),
    )
    for (const more of [{}, streamed]) {
      const response = await door('POST', path, isClaude ? claude(more) : gemini(more))
      expect(response.status).toBe(ours)
      expect(await response.json()).toMatchObject({ error: { code } })
      forgetHealth()
    }
    expect(await customer.balance()).toMatchObject({ balance: '1.000000', held: '0.000000' })
  })

  it('refuses by policy what Google blocks, and names what a model does not support', async () => {
    first.answer(answerWith.json(200, googleBlocked))
    const blocked = await door('POST', path, gemini())
    expect(blocked.status).toBe(400)
    expect(await blocked.json()).toMatchObject({ error: { code: 'content_policy_violation' } })
    const twice = await door('POST', path, claude({ n: 2 }))
    expect(twice.status).toBe(400)
    expect(await twice.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'n' } })
    const custom = await door('POST', path, claude({ tools: [{ type: 'custom', custom: { name: 'run' } }] }))
    expect(custom.status).toBe(400)
    expect(await custom.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'tools' } })
  })

  it.each([
    ['anthropic', anthropicMessage],
    ['google', googleAnswer([{ text: 'Hi' }])],
  ])('numbers in schemas of tools reach %s as they were written', async (sdk, answer) => {
    first.answer(answerWith.json(200, answer))
    const parameters =
      '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}'
    const tools = `[{"type":"function","function":{"name":"f","parameters":${parameters}}}]`
    const text = `{"model":"acme/${sdk}","messages":[{"role":"user","content":"Hi"}],"tools":${tools}}`
    expect((await door('POST', path, post(customer.key, text))).status).toBe(200)
    expect(first.requests.at(-1)?.body).toContain('9223372036854775807')
  })

  it('ends a broken stream with an error, and does not bill it', async () => {
    first.answer(answerWith.eventsThenReset(anthropicStart + anthropicText(0, 'Hi')))
    const events = payloads(await (await door('POST', path, claude(streamed))).text())
    expect(JSON.parse(events.at(-1) ?? '')).toEqual({
      error: expect.objectContaining({ code: 'upstream_error' }),
    })
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })

  it('stops the vendor when the client leaves, and bills what was delivered', async () => {
    first.answer(answerWith.eventsThenSilence(anthropicStart + anthropicText(0, 'Hello there')))
    const request = first.nextRequest()
    const hangUp = new AbortController()
    const init = post(customer.key, ask({ model: 'acme/anthropic', ...streamed }), {}, hangUp.signal)
    const response = await door('POST', path, init)
    const reader = response.body?.getReader()
    // What was sent before may be comments alone.
    for (let got = ''; !got.includes('there'); )
      got += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await (await request).closed
    const row = { status: 'success', finish_reason: 'aborted', usage_source: 'estimated' }
    // The vendor reported the prompt first, and would have reported the completion at the end.
    const tokens = { prompt_tokens: 116, completion_tokens: 2 }
    await expect.poll(() => customer.rows()).toMatchObject([{ ...row, ...tokens }])
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ChatChunk, ChatReply } from '@/lib/gateway/chat/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, doneEvent, event, openChat, path, usage, usageEvent, wholeStream } from './testing'

const { door, first, second, reset, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const COST = 0.000018 // 10 prompt tokens at $1 a million, 4 completion tokens at $2
const lines = (text: string) =>
  text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => one.slice(6))

describe('a whole answer', () => {
  it('is the upstream’s with our ID, model name and cost; it is charged and recorded', async () => {
    const response = await door('POST', path, post(customer.key, ask()))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('600')
    const body = ChatReply.parse(await response.json())
    expect(body).toMatchObject({
      model: 'acme/alone',
      choices: [{ message: { content: 'Hi there' }, finish_reason: 'stop' }],
      usage: { ...usage, cost: COST },
    })
    expect(body.id).toMatch(/^chatcmpl_/)
    expect(await customer.rows()).toMatchObject([
      {
        id: response.headers.get('x-request-id'),
        status: 'success',
        provider: 'first',
        prompt_tokens: 10,
        completion_tokens: 4,
        cost: '0.000018',
        usage_source: 'upstream',
        finish_reason: 'stop',
        bill: {
          total: '0.000018',
          lines: [
            { item: 'prompt', amount: '0.000010' },
            { item: 'completion', amount: '0.000008' },
          ],
        },
      },
    ])
    expect(await customer.balance()).toMatchObject({
      balance: '0.999982',
      held: '0.000000',
      total_used: '0.000018',
    })
  })

  it('is counted by us when the upstream sends no usage', async () => {
    first.answer(answerWith.json(200, { ...answer, usage: undefined }))
    const body = ChatReply.parse(await (await door('POST', path, post(customer.key, ask()))).json())
    expect(body.usage.completion_tokens).toBe(2)
    expect(await customer.rows()).toMatchObject([
      { status: 'success', usage_source: 'estimated', completion_tokens: 2 },
    ])
  })

  it('costs nothing when it is empty, and is recorded as failed', async () => {
    first.answer(
      answerWith.json(200, {
        ...answer,
        choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
      }),
    )
    const body = ChatReply.parse(await (await door('POST', path, post(customer.key, ask()))).json())
    expect(body.usage.cost).toBe(0)
    expect(await customer.rows()).toMatchObject([
      { status: 'failed', error_code: 'empty_answer', cost: '0.000000' },
    ])
    expect(await customer.balance()).toMatchObject({ available: '1.000000' })
  })

  it('passes unknown fields on, and removes our own', async () => {
    const seen = first.nextRequest()
    const passedOn = { logit_bias: { 1: 2 }, prompt_cache_key: 'a', verbosity: 'low', vendor: 'x' }
    const own = { usage: { include: true }, web_search: false }
    await door('POST', path, post(customer.key, ask({ ...passedOn, ...own, max_tokens: 5 })))
    expect(JSON.parse((await seen).body)).toEqual({
      model: 'alone',
      messages: [{ role: 'user', content: 'Hello' }],
      ...passedOn,
      max_tokens: 5,
    })
  })
})

describe('a stream', () => {
  it('has one id, a role first, a finish reason last, [DONE], and no usage unless asked', async () => {
    first.answer(answerWith.events(...wholeStream))
    const seen = first.nextRequest()
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const payloads = lines(await response.text())
    expect(payloads.at(-1)).toBe('[DONE]')
    const chunks = payloads.slice(0, -1).map((one) => ChatChunk.parse(JSON.parse(one)))
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1)
    expect(chunks[0]).toMatchObject({ model: 'acme/alone', choices: [{ delta: { role: 'assistant' } }] })
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.some((one) => one.usage)).toBe(false)
    expect(JSON.parse((await seen).body).stream_options).toEqual({ include_usage: true })
    expect(await customer.rows()).toMatchObject([
      { status: 'success', cost: '0.000018', finish_reason: 'stop', ttft_ms: expect.any(Number) },
    ])
  })

  it.each([{ stream_options: { include_usage: true } }, { usage: { include: true } }])(
    'shows at its end all of the usage that a whole answer shows, asked by %j',
    async (asked) => {
      const full = {
        ...usage,
        prompt_tokens_details: { cached_tokens: 2, audio_tokens: 1 },
        completion_tokens_details: {
          reasoning_tokens: 0,
          audio_tokens: 1,
          accepted_prediction_tokens: 1,
          rejected_prediction_tokens: 2,
        },
      }
      const last = { id: 'up-1', service_tier: 'default', choices: [], usage: full }
      const events = wholeStream.with(-2, `data: ${JSON.stringify(last)}\n\n`)
      first.answer(answerWith.events(...events))
      const streamed = await door('POST', path, post(customer.key, ask({ stream: true, ...asked })))
      const { choices, service_tier, usage: told } = JSON.parse(lines(await streamed.text()).at(-2) ?? '')
      expect({ choices, service_tier, told }).toMatchObject({
        choices: [],
        service_tier: 'default',
        told: full,
      })
      first.answer(answerWith.json(200, { ...answer, service_tier, usage: full }))
      const whole = await door('POST', path, post(customer.key, ask()))
      expect(await whole.json()).toMatchObject({ service_tier, usage: told })
    },
  )

  it.each(['reasoning_content', 'reasoning'])(
    'tells thoughts that come as %s under both names',
    async (name) => {
      const thought = { [name]: 'Hm.' }
      const both = { reasoning_content: 'Hm.', reasoning: 'Hm.' }
      first.answer(answerWith.events(event({ role: 'assistant' }), event(thought), ...wholeStream.slice(1)))
      const streamed = await door('POST', path, post(customer.key, ask({ stream: true })))
      const chunks = lines(await streamed.text()).slice(0, -1)
      expect(chunks.map((one) => JSON.parse(one).choices[0].delta)[1]).toEqual(both)
      const message = { role: 'assistant', content: 'Hi there', ...thought }
      first.answer(
        answerWith.json(200, { ...answer, choices: [{ index: 0, message, finish_reason: 'stop' }] }),
      )
      const whole = await door('POST', path, post(customer.key, ask()))
      expect((await whole.json()).choices[0].message).toEqual({ ...message, ...both })
    },
  )

  it('that breaks off reports it, has no [DONE], and costs nothing', async () => {
    first.answer(answerWith.eventsThenReset(event({ role: 'assistant', content: 'Hi' })))
    const text = await (await door('POST', path, post(customer.key, ask({ stream: true })))).text()
    expect(JSON.parse(lines(text).at(-1) ?? '')).toEqual({
      error: expect.objectContaining({
        code: 'upstream_error',
        type: 'upstream_error',
        request_id: expect.any(String),
      }),
    })
    expect(text).not.toContain('[DONE]')
    expect(await customer.rows()).toMatchObject([
      { status: 'failed', error_code: 'upstream_error', cost: '0.000000' },
    ])
    expect(await customer.balance()).toMatchObject({ available: '1.000000' })
  })

  it('falls back while nothing was sent, even after an error event', async () => {
    first.answer(answerWith.events('data: {"error":{"message":"overloaded","code":503}}\n\n'))
    second.answer(answerWith.events(...wholeStream))
    const text = await (
      await door('POST', path, post(customer.key, ask({ model: 'acme/both', stream: true })))
    ).text()
    expect(text).toContain('[DONE]')
    expect(await customer.rows()).toMatchObject([
      {
        provider: 'second',
        attempts: [
          { provider: 'first', model: 'acme/both', code: 'upstream_error' },
          { provider: 'second', model: 'acme/both', code: null, status: 200, latency_ms: expect.any(Number) },
        ],
      },
    ])
  })
})

describe('a custom tool', () => {
  const call = { id: 'call_1', type: 'custom', custom: { name: 'run', input: 'one two three' } }
  const grammar = { syntax: 'lark', definition: 'start: WORD' }
  const tools = [{ type: 'custom', custom: { name: 'run', format: { type: 'grammar', grammar } } }]
  const tool_choice = { type: 'custom', custom: { name: 'run' } }

  it('is sent unchanged, and its call is returned, whole and streamed', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    first.answer(
      answerWith.json(200, { ...answer, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }),
    )
    const messages = [
      { role: 'user', content: 'Run' },
      message,
      { role: 'tool', tool_call_id: 'call_1', content: 'done' },
    ]
    const seen = first.nextRequest()
    const whole = await door('POST', path, post(customer.key, ask({ messages, tools, tool_choice })))
    expect(JSON.parse((await seen).body)).toMatchObject({ messages, tools, tool_choice })
    expect((await whole.json()).choices[0].message.tool_calls).toEqual([call])
    const parts = ['one two', ' three'].map((input) =>
      event({ tool_calls: [{ index: 0, custom: { input } }] }),
    )
    const opening = { ...call, index: 0, custom: { name: 'run', input: '' } }
    first.answer(
      answerWith.events(event({ tool_calls: [opening] }), ...parts, event({}, 'tool_calls'), doneEvent),
    )
    const streamed = await door('POST', path, post(customer.key, ask({ tools, stream: true })))
    const deltas = lines(await streamed.text())
      .slice(0, -1)
      .flatMap((one) => JSON.parse(one).choices[0].delta.tool_calls ?? [])
    expect(deltas.map(({ custom }) => custom.input).join('')).toBe('one two three')
    expect(await customer.rows()).toMatchObject([
      { status: 'success', usage_source: 'estimated', completion_tokens: 3 },
      { status: 'success', usage_source: 'upstream' },
    ])
  })
})

describe('several slow clients', () => {
  it('get the whole stream, however it is split', async () => {
    first.answer(
      answerWith.events(
        `${wholeStream.slice(0, 3).join('')}${event({ content: '!' }).slice(0, 20)}`,
        `${event({ content: '!' }).slice(20)}${event({}, 'stop')}`,
        usageEvent,
        doneEvent,
      ),
    )
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await door('POST', path, post(customer.key, ask({ stream: true })))).text(),
      ),
    )
    for (const text of texts) {
      const content = lines(text ?? '')
        .slice(0, -1)
        .map((one) => ChatChunk.parse(JSON.parse(one)).choices[0]?.delta.content ?? '')
      expect(content.join('')).toBe('Hi there!')
    }
  })
})

const words = 'a long way to go '.repeat(200)
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ words }) } }
const schema = { type: 'object', properties: { a: { type: 'string', description: words } } }

describe('A request', () => {
  const run = (body: object) => door('POST', path, post(customer.key, ask(body)))

  it.each([
    [
      'calls of tools',
      {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_1', content: 'y' },
        ],
      },
    ],
    ['schemas', { response_format: { type: 'json_schema', json_schema: { name: 's', schema } } }],
  ])('%s count where the upstream counts nothing', async (_what, more) => {
    for (const stream of [false, true]) {
      const { usage: _, ...uncounted } = answer
      const events = wholeStream.filter((one) => !one.includes('"usage":{'))
      const message = { role: 'assistant', content: '{"a":"Hi there"}' }
      const json = { ...uncounted, choices: [{ index: 0, message, finish_reason: 'stop' }] }
      first.answer(stream ? answerWith.events(...events) : answerWith.json(200, json))
      await (await run({ ...more, stream })).text()
    }
    const rows = await customer.rows()
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'success', usage_source: 'estimated' })
      expect(row.prompt_tokens).toBeGreaterThan(1000)
    }
  })

  it.each([
    ['reasoning', { reasoning: 'Let me think' }],
    ['function_call', { function_call: { name: 'f', arguments: '{}' } }],
    ['images', { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] }],
    ['parts', { content: [{ type: 'text', text: 'Hello' }] }],
  ])('an answer of %s alone is one, whole and streamed', async (_what, said) => {
    const choice = {
      index: 0,
      message: { role: 'assistant', content: null, ...said },
      finish_reason: 'length',
    }
    first.answer(answerWith.json(200, { ...answer, choices: [choice] }))
    expect((await run({})).status).toBe(200)
    first.answer(
      answerWith.events(event({ role: 'assistant', ...said }), event({}, 'length'), ...wholeStream.slice(4)),
    )
    const events = await (await run({ stream: true })).text()
    expect(events).not.toContain('"content":[')
    const paid = { status: 'success', cost: '0.000018' }
    expect(await customer.rows()).toMatchObject([paid, paid])
  })

  it.each([
    ['thoughts', { content: null, reasoning_content: 'one two three' }, 3],
    ['refusals', { content: null, refusal: 'one two' }, 2],
    ['parts', { content: [{ type: 'text', text: 'one' }] }, 1],
  ])('%s count where the upstream counts nothing', async (_what, message, completion_tokens) => {
    first.answer(answerWith.json(200, { choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    expect(await (await run({})).json()).toMatchObject({ usage: { completion_tokens } })
  })

  it('reasoning and cached tokens are paid for, wherever they are reported', async () => {
    const usage = { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, cached_tokens: 20 }
    const told = { ...usage, completion_tokens_details: { reasoning_tokens: 94 } }
    first.answer(answerWith.json(200, { ...answer, usage: told }))
    expect(await (await run({})).json()).toMatchObject({
      usage: { completion_tokens: 103, prompt_tokens_details: { cached_tokens: 20 } },
    })
    const last = { id: 'up', choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: told }] }
    first.answer(
      answerWith.events(event({ content: 'Hi' }), `data: ${JSON.stringify(last)}\n\n`, 'data: [DONE]\n\n'),
    )
    const text = await (await run({ stream: true, stream_options: { include_usage: true } })).text()
    expect(text.match(/"usage":\{/g)).toHaveLength(1)
    expect(text).toContain('"prompt_tokens_details":{"cached_tokens":20}')
    const paid = { usage_source: 'upstream', prompt_tokens: 32, completion_tokens: 103, cost: '0.000238' }
    expect(await customer.rows()).toMatchObject([paid, paid])
  })
})

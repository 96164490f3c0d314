import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { TextCompletionReply } from '@/lib/gateway/chat/formats/completions/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import {
  answer,
  doneEvent,
  event,
  openChat,
  usage,
  usageEvent,
  wholeStream,
} from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as completions from './route'

const path = '/v1/completions'
const { door: send, first, reset, close } = await openChat({ modules: { [path]: completions } })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const COST = 0.000018
const ask = (fields: object = {}) => ({ model: 'acme/alone', prompt: 'Hello', ...fields })
const payloadsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => one.slice('data: '.length))

/** Answers like the first upstream, and refuses prompts that ask for it. */
function refuseBadPrompts() {
  first.answer((res, req) => {
    const asked = first.requests.at(-1)?.body ?? ''
    const play = asked.includes('bad') ? answerWith.json(500, {}) : answerWith.json(200, answer)
    play(res, req)
  })
}

describe('a completion', () => {
  const run = (fields: object = {}, headers = {}) =>
    send('POST', path, post(customer.key, ask(fields), headers))

  it('a text is completed by a chat of one message, which is held, charged and recorded', async () => {
    const settings = { temperature: 0.5, top_p: 0.9, stop: ['x'], seed: 1, logit_bias: { 1: 2 }, user: 'u' }
    const response = await run({ ...settings, max_tokens: 9, echo: false, suffix: '', best_of: 1 })
    expect(response.status).toBe(200)
    expect(TextCompletionReply.parse(await response.json())).toEqual({
      id: expect.stringMatching(/^cmpl_/),
      object: 'text_completion',
      created: expect.any(Number),
      model: 'acme/alone',
      choices: [{ text: 'Hi there', index: 0, logprobs: null, finish_reason: 'stop' }],
      usage: expect.objectContaining({ ...usage, cost: COST }),
    })
    expect(JSON.parse(first.requests[0]?.body ?? '')).toEqual({
      ...settings,
      model: 'alone',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect(await customer.rows()).toMatchObject([
      { id: response.headers.get('x-request-id'), status: 'success', cost: '0.000018' },
    ])
  })

  it('has 16 tokens by default, and begins with the prompt on echo', async () => {
    const { choices } = TextCompletionReply.parse(await (await run({ echo: true })).json())
    expect(choices[0]?.text).toBe('HelloHi there')
    expect(JSON.parse(first.requests[0]?.body ?? '').max_tokens).toBe(16)
  })

  it('several prompts have n choices each, in order, and the sum of their usage', async () => {
    const two = [0, 1].map((index) => ({
      index,
      message: { role: 'assistant', content: `t${index}` },
      finish_reason: 'length',
    }))
    first.answer(answerWith.json(200, { ...answer, choices: two }))
    const reply = TextCompletionReply.parse(
      await (await run({ prompt: ['A', 'B'], n: 2, echo: true })).json(),
    )
    expect(reply.choices.map(({ index, text }) => [index, text])).toEqual([
      [0, 'At0'],
      [1, 'At1'],
      [2, 'Bt0'],
      [3, 'Bt1'],
    ])
    expect(reply.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 })
    expect(reply.usage.cost).toBeCloseTo(2 * COST, 12)
    expect(await customer.rows()).toMatchObject([{ cost: '0.000018' }, { cost: '0.000018' }])
  })

  it('of several prompts none is charged if one fails', async () => {
    refuseBadPrompts()
    const response = await run({ prompt: ['good', 'bad', 'good'] })
    expect(response.status).toBe(502)
    await expect
      .poll(async () => (await customer.rows()).map(({ status, cost }) => [status, cost]))
      .toEqual(Array.from({ length: 3 }, () => ['failed', '0.000000']))
    expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
  })

  it('reports probabilities in its own format', async () => {
    const content = ['Hi', ' there'].map((token) => ({
      token,
      logprob: -0.5,
      bytes: null,
      top_logprobs: [{ token, logprob: -0.5, bytes: null }],
    }))
    const [said] = answer.choices
    first.answer(answerWith.json(200, { ...answer, choices: [{ ...said, logprobs: { content } }] }))
    const { choices } = TextCompletionReply.parse(await (await run({ logprobs: 1 })).json())
    expect(JSON.parse(first.requests[0]?.body ?? '')).toMatchObject({ logprobs: true, top_logprobs: 1 })
    expect(choices[0]?.logprobs).toEqual({
      tokens: ['Hi', ' there'],
      token_logprobs: [-0.5, -0.5],
      top_logprobs: [{ Hi: -0.5 }, { ' there': -0.5 }],
      text_offset: [0, 2],
    })
  })

  it('is streamed: one ID, one prompt after another, usage on request, [DONE]', async () => {
    first.answer(answerWith.events(...wholeStream))
    const fields = { prompt: ['A', 'B'], echo: true, stream: true, stream_options: { include_usage: true } }
    const response = await run(fields)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const payloads = payloadsOf(await response.text())
    expect(payloads.pop()).toBe('[DONE]')
    const events = payloads.map((one) => JSON.parse(one))
    expect(new Set(events.map(({ id, object, model }) => `${id} ${object} ${model}`)).size).toBe(1)
    expect(events[0]).toMatchObject({ id: expect.stringMatching(/^cmpl_/), object: 'text_completion' })
    const texts = ['', '']
    for (const { choices } of events) for (const { index, text } of choices) texts[index] += text
    expect(texts).toEqual(['AHi there', 'BHi there'])
    const ends = events
      .flatMap(({ choices }) => choices)
      .filter(({ finish_reason }) => finish_reason !== null)
    expect(ends).toMatchObject([{ index: 0, finish_reason: 'stop' }, { index: 1 }])
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 8 } })
    expect(await customer.rows()).toMatchObject([{ cost: '0.000018' }, { cost: '0.000018' }])
  })

  it('a stream that breaks off ends with an error, without [DONE]; what came before is charged', async () => {
    first.answer((res, req) => {
      const isSecond = first.requests.at(-1)?.body.includes('"B"') ?? false
      const play = isSecond
        ? answerWith.eventsThenReset(event({ content: 'x' }))
        : answerWith.events(...wholeStream)
      play(res, req)
    })
    const text = await (await run({ prompt: ['A', 'B', 'C'], stream: true })).text()
    const last = JSON.parse(payloadsOf(text).at(-1) ?? '')
    expect(last).toEqual({ error: expect.objectContaining({ code: 'upstream_error' }) })
    expect(text).not.toContain('[DONE]')
    expect(first.requests).toHaveLength(2)
    expect(await customer.rows()).toMatchObject([
      { status: 'failed', cost: '0.000000' },
      { status: 'success', cost: '0.000018' },
    ])
  })

  it('a later prompt that fails is reported in the stream', async () => {
    first.answer((res, req) => {
      const isSecond = first.requests.at(-1)?.body.includes('"B"') ?? false
      const play = isSecond
        ? answerWith.json(400, { error: { message: 'not B' } })
        : answerWith.events(...wholeStream)
      play(res, req)
    })
    const text = await (await run({ prompt: ['A', 'B'], stream: true })).text()
    expect(JSON.parse(payloadsOf(text).at(-1) ?? '')).toMatchObject({ error: { code: 'invalid_parameter' } })
    expect(text).not.toContain('[DONE]')
  })

  it('invalid data breaks the stream', async () => {
    first.answer(
      answerWith.events(
        event({ content: 'Hi' }),
        event({ content: ' there' }, 'network_error'),
        usageEvent,
        doneEvent,
      ),
    )
    const text = await (await run({ stream: true })).text()
    expect(JSON.parse(payloadsOf(text).at(-1) ?? '')).toMatchObject({ error: { code: 'upstream_error' } })
  })

  it.each([
    ['suffix', { suffix: 'the end' }],
    ['best_of', { best_of: 2 }],
    ['echo', { echo: true, logprobs: 1 }],
  ])('%s that no chat model supports is refused by name: 400', async (param, fields) => {
    const refused = await run(fields)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param } })
    expect(first.requests).toHaveLength(0)
  })

  it.each([
    ['prompt', 'missing_parameter', { prompt: undefined }],
    ['prompt[0]', 'invalid_parameter', { prompt: [1, 2, 3] }],
    ['prompt', 'invalid_parameter', { prompt: [] }],
    ['prompt', 'invalid_parameter', { prompt: Array.from({ length: 21 }, () => 'a') }],
    ['max_tokens', 'invalid_parameter', { max_tokens: 0 }],
    ['logprobs', 'invalid_parameter', { logprobs: 6 }],
    ['unheard_of', 'invalid_parameter', { unheard_of: 1 }],
    ['prompt', 'context_length_exceeded', { prompt: 'word '.repeat(9000) }],
  ])('%s is refused: 400 %s', async (param, code, fields) => {
    const refused = await run(fields)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code, param } })
  })

  it('is refused without credit, and for an unknown model', async () => {
    expect((await send('POST', path, post((await newCustomer('0')).key, ask()))).status).toBe(402)
    expect((await run({ model: 'acme/none' })).status).toBe(404)
  })

  it('is answered once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const once = await (await run({ prompt: ['A', 'B'] }, headers)).text()
    const again = await run({ prompt: ['A', 'B'] }, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.text()).toBe(once)
    expect((await run({ prompt: 'C' }, headers)).status).toBe(409)
    expect(await customer.rows()).toMatchObject([{ cost: '0.000018' }, { cost: '0.000018' }])
  })
})

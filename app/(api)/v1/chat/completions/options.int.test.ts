import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, ask, doneEvent, event, model, openChat, path, usage, usageEvent } from './testing'

/**
 * Options with their own price: the first upstream has no price for any of them, the second for all. And limits of
 * answers if neither the caller nor the catalog has one.
 */
const pricing = {
  ...model.pricing,
  web_search: '0.01',
  audio_output: '0.00008',
  service_tier: { flex: { prompt: '0.0000005', completion: '0.000001' } },
}
const { max_output_tokens: _, ...unlimited } = model
const {
  door: send,
  first,
  second,
  reset,
  close,
} = await openChat({
  modules: { [path]: chat, '/v1/messages': messages, '/v1/responses': responses },
  providersAt: (plain, priced) => [
    {
      id: 'plain',
      name: 'Plain',
      adapter: 'openai-compatible',
      base_url: plain.baseUrl,
      models: [
        { ...model, id: 'acme/tiered', upstream_id: 'large' },
        { ...unlimited, id: 'acme/unlimited', upstream_id: 'endless', context_length: 100_000 },
        { ...unlimited, id: 'acme/small', upstream_id: 'small', context_length: 1000 },
      ],
    },
    {
      id: 'priced',
      name: 'Priced',
      adapter: 'openai-compatible',
      base_url: priced.baseUrl,
      models: [{ ...model, id: 'acme/tiered', upstream_id: 'large', pricing }],
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const audioUsage = { ...usage, completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 3 } }
const options: Record<string, object> = {
  service_tier: { service_tier: 'flex' },
  web_search_options: { web_search_options: {} },
  plugins: { plugins: [{ id: 'web' }] },
  search_parameters: { search_parameters: { mode: 'on' } },
  modalities: { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'mp3' } },
}

describe('options', () => {
  const run = (fields: object, key = customer.key) =>
    send('POST', path, post(key, ask({ model: 'acme/tiered', ...fields })))
  const raw = (text: string) => send('POST', path, post(customer.key, text))

  it.each(Object.entries(options))('%s goes only where it has a price', async (param, fields) => {
    expect((await run(fields)).status).toBe(200)
    expect([first.requests.length, second.requests.length]).toEqual([0, 1])
    expect(JSON.parse(second.requests[0]?.body ?? '')).toMatchObject(fields)
    const refused = await run({ ...fields, model: 'acme/alone', models: ['acme/tiered'] })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param } })
    expect((await customer.rows()).length).toBe(1)
  })

  it.each([
    ['store', { store: true }],
    [
      'messages[0].content[1].file.file_id',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'x' },
              { type: 'file', file: { file_id: 'file-1' } },
            ],
          },
        ],
      },
    ],
  ])('%s is refused everywhere', async (param, fields) => {
    const refused = await run(fields)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param } })
  })

  it('default values are accepted everywhere, and unknown fields are passed on', async () => {
    const fields = {
      service_tier: 'auto',
      modalities: ['text'],
      store: false,
      plugins: [],
      unheard_of: [1.5],
    }
    expect((await run(fields)).status).toBe(200)
    expect(JSON.parse(first.requests[0]?.body ?? '')).toMatchObject(fields)
  })

  it.each([
    ['as asked', 'flex', 'flex', '0.000009'],
    ['where nobody says', undefined, 'flex', '0.000009'],
    ['in the plain tier after all', 'default', null, '0.000018'],
  ])('a tier is billed as it was served: %s', async (_what, service_tier, billed, cost) => {
    const head = { id: 'up', object: 'chat.completion.chunk', service_tier }
    const last = { ...head, choices: [], usage }
    second.answer(answerWith.json(200, { ...answer, service_tier }))
    await (await run(options.service_tier ?? {})).text()
    second.answer(
      answerWith.events(
        event({ content: 'Hi' }),
        event({}, 'stop'),
        `data: ${JSON.stringify(last)}\n\n`,
        doneEvent,
      ),
    )
    await (await run({ ...options.service_tier, stream: true })).text()
    const row = { service_tier: billed, cost, bill: { total: cost } }
    expect(await customer.rows()).toMatchObject([row, row])
  })

  it('web search and audio have their own lines in the bill', async () => {
    second.answer(answerWith.json(200, { ...answer, usage: audioUsage }))
    await (await run({ ...options.web_search_options, ...options.modalities })).text()
    second.answer(
      answerWith.events(
        event({ audio: { data: 'AAAA', transcript: 'Hi' } }),
        event({}, 'stop'),
        `data: ${JSON.stringify({ id: 'up', choices: [], usage: audioUsage })}\n\n`,
        doneEvent,
      ),
    )
    const text = await (
      await run({ ...options.modalities, stream: true, stream_options: { include_usage: true } })
    ).text()
    expect(text).toContain('"audio_tokens":3')
    const lines = [
      { item: 'prompt', quantity: 10 },
      { item: 'completion', quantity: 1, amount: '0.000002' },
      { item: 'audio_output', quantity: 3, unit_price: '0.000080', amount: '0.000240' },
    ]
    expect(await customer.rows()).toMatchObject([
      { cost: '0.000252', bill: { lines } },
      { cost: '0.010252', bill: { lines: [...lines, { item: 'web_search', quantity: 1 }] } },
    ])
  })

  it('the hold covers what an option may cost', async () => {
    // 1,000 tokens cost 0.002 as text and 0.08 as audio.
    const limited = await customer.keyWith({ limit_usd: '0.05' })
    const fields = { max_tokens: 1000 }
    expect((await run(fields, limited)).status).toBe(200)
    expect((await run({ ...fields, ...options.modalities }, limited)).status).toBe(402)
    expect((await run({ ...fields, ...options.web_search_options }, limited)).status).toBe(402)
    expect((await run({ ...fields, ...options.service_tier }, limited)).status).toBe(200)
  })

  it.each(['/v1/messages', '/v1/responses'])(
    '%s refuses fields that it does not know, by name',
    async (other) => {
      const body = { model: 'acme/alone', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 }
      const asked = other === '/v1/messages' ? body : { model: 'acme/alone', input: 'Hi' }
      const refused = await send('POST', other, post(customer.key, { ...asked, unheard_of: 1 }))
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain('unheard_of')
      expect((await send('POST', other, post(customer.key, { ...asked, metadata: {} }))).status).toBe(200)
    },
  )

  it('a tier can be requested in Responses', async () => {
    const body = { model: 'acme/tiered', input: 'Hi', service_tier: 'flex' }
    expect((await send('POST', '/v1/responses', post(customer.key, body))).status).toBe(200)
    const refused = await send(
      'POST',
      '/v1/responses',
      post(customer.key, { ...body, service_tier: 'scale' }),
    )
    expect(await refused.json()).toMatchObject({
      error: { code: 'unsupported_parameter', param: 'service_tier' },
    })
  })

  it('the upstream gets the limit that is held for if nobody else sets one', async () => {
    const sent = () => JSON.parse(first.requests.at(-1)?.body ?? '')
    expect((await run({ model: 'acme/unlimited' })).status).toBe(200)
    expect(sent().max_tokens).toBe(8192)
    await run({ model: 'acme/unlimited', max_tokens: 20_000 })
    expect(sent().max_tokens).toBe(20_000)
    await run({ model: 'acme/unlimited', max_completion_tokens: 20_000 })
    expect(sent()).toMatchObject({ max_tokens: 20_000 })
    expect(sent()).not.toHaveProperty('max_completion_tokens')
    await run({ model: 'acme/alone' })
    expect(sent()).not.toHaveProperty('max_tokens')
    const content = 'word '.repeat(500)
    await run({ model: 'acme/small', messages: [{ role: 'user', content }] })
    expect(sent().max_tokens).toBeGreaterThan(300)
    expect(sent().max_tokens).toBeLessThan(500)
  })

  it('numbers reach the upstream unchanged', async () => {
    const numbers = '{"maximum":9223372036854775807,"multipleOf":0.10000000000000000555,"one":1.0}'
    const tool = `{"type":"function","function":{"name":"f","parameters":${numbers}}}`
    const body = (fields: string) =>
      `{ "unheard_of" : [18446744073709551615],"model":"acme/alone","messages":[{"role":"user","content":"Hi"}],"tools":[${tool}]${fields}}`
    first.answer(answerWith.json(200, answer))
    expect((await raw(body(''))).status).toBe(200)
    expect(first.requests.at(-1)?.body).toBe(
      `{"unheard_of" : [18446744073709551615],"model":"alone","messages":[{"role":"user","content":"Hi"}],"tools":[${tool}]}`,
    )
    await raw(body(',"provider":{"only":["first"]},"cache_control":{"type":"ephemeral"},"max_tokens":null'))
    const marked = first.requests.at(-1)?.body ?? ''
    expect(marked).toContain('"maximum":9223372036854775807,"multipleOf":0.10000000000000000555')
    expect(marked).not.toContain('cache_control')
    expect(marked).not.toContain('max_tokens')
    first.answer(answerWith.events(event({ content: 'Hi' }), event({}, 'stop'), usageEvent, doneEvent))
    expect(await (await raw(body(',"stream":true'))).text()).toContain('[DONE]')
    expect(first.requests.at(-1)?.body).toContain(
      `"tools":[${tool}],"stream":true,"stream_options":{"include_usage":true}}`,
    )
    first.answer(answerWith.json(200, answer))
    const message = `{"model":"acme/alone","max_tokens":9,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":${numbers}}]}`
    const response = `{"model":"acme/alone","input":"Hi","tools":[{"type":"function","name":"f","parameters":${numbers}}]}`
    for (const [other, text] of [
      ['/v1/messages', message],
      ['/v1/responses', response],
    ] as const) {
      expect((await send('POST', other, post(customer.key, text))).status).toBe(200)
      expect(first.requests.at(-1)?.body).toContain('9223372036854775807')
    }
  })

  it.each(['"model":"acme/tiered"', '"mod\\u0065l":"acme/tiered"', '"messages":[]'])(
    'a request with %s for a second time is refused',
    async (again) => {
      const refused = await raw(`{${again},"model":"acme/alone","messages":[{"role":"user","content":"Hi"}]}`)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        error: { code: 'invalid_parameter', param: again.includes('messages') ? 'messages' : 'model' },
      })
      expect(first.requests.length).toBe(0)
    },
  )
})

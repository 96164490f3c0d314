import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as models from '../../models/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, ask, model, openChat, path, usage } from './testing'

/** Prices by prompt length, kinds of tokens, service tier and hours, from the request to the bill. The prompt has 10 tokens. */
const plain = { prompt: '0.000001', completion: '0.000002' }
const dear = { prompt: '0.00001', completion: '0.00002' }
const tiersAbove = (above_prompt_tokens: number) => ({ ...plain, tiers: [{ ...dear, above_prompt_tokens }] })
const half = { prompt: '0.0000005', completion: '0.000001' }
const prices: Record<string, object> = {
  at: tiersAbove(10),
  above: tiersAbove(9),
  mixed: { ...plain, image_input: '0.000003', audio_input: '0.000004' },
  night: { ...plain, hours: [{ ...half, from: '23:00', to: '07:00', timezone: 'Asia/Shanghai' }] },
  tier: { ...plain, service_tier: { flex: tiersAbove(9), batch: half } },
}
const {
  door: send,
  first,
  reset,
  close,
} = await openChat({
  modules: { [path]: chat, '/v1/models': models },
  providersAt: (upstream) => [
    {
      id: 'priced',
      name: 'Priced',
      adapter: 'openai-compatible',
      base_url: upstream.baseUrl,
      models: Object.entries(prices).map(([id, pricing]) => ({
        ...model,
        id: `acme/${id}`,
        upstream_id: id,
        pricing,
      })),
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})
afterEach(() => void vi.restoreAllMocks())

async function costOf(id: string, fields: object = {}, key = customer.key) {
  const reply = await send('POST', path, post(key, ask({ model: `acme/${id}`, ...fields })))
  const { usage: told, error } = await reply.json()
  return error?.code ?? told.cost
}

const linesOf = async () =>
  (await customer.rows())[0]?.bill.lines.map(({ item, quantity, unit_price }) => [item, quantity, unit_price])

it.each([
  ['at', 0.000018, ''],
  ['above', 0.00018, '_above_9'],
])('a prompt of ten tokens is billed whole in its tier: %s', async (id, cost, ending) => {
  expect(await costOf(id)).toBe(cost)
  const rates = ending ? ['0.000010', '0.000020'] : ['0.000001', '0.000002']
  expect(await linesOf()).toEqual([
    [`prompt${ending}`, 10, rates[0]],
    [`completion${ending}`, 4, rates[1]],
  ])
  expect((await customer.balance()).balance).toBe((1 - cost).toFixed(6))
})

it('the hold covers the dearest tier that the prompt can reach', async () => {
  // At most 1,000 tokens are answered: 0.002 at the base price, 0.02 in the tier.
  const limited = await customer.keyWith({ limit_usd: '0.01' })
  const fields = { max_tokens: 1000, messages: [{ role: 'user', content: 'Hello '.repeat(20) }] }
  expect(await costOf('mixed', fields, limited)).toBe(0.000018)
  expect(await costOf('above', fields, limited)).toBe('key_limit_exceeded')
})

it('pictures and sound have their own rates, where the request has any', async () => {
  const details = { prompt_tokens_details: { cached_tokens: 0, image_tokens: 5, audio_tokens: 3 } }
  const reported = { ...answer, usage: { ...usage, ...details } }
  const content = [
    { type: 'text', text: 'Hi' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ]
  first.answer(answerWith.json(200, reported))
  expect(await costOf('mixed', { messages: [{ role: 'user', content }] })).toBe(0.000028)
  expect(await linesOf()).toEqual([
    ['prompt', 5, '0.000001'],
    ['image_input', 5, '0.000003'],
    ['completion', 4, '0.000002'],
  ])
  first.answer(answerWith.json(200, reported))
  expect(await costOf('mixed')).toBe(0.000018)
})

it('what counts is the hour in which the request arrived, also on the bill', async () => {
  const at = (time: string) => vi.spyOn(clock, 'now').mockReturnValue(new Date(time))
  const today = new Date().toISOString().slice(0, 10)
  at(`${today}T14:59:59.999Z`)
  expect(await costOf('night')).toBe(0.000018)
  at(`${today}T15:00:00.000Z`)
  expect(await costOf('night')).toBe(0.000009)
  at(`${today}T23:30:00.000Z`)
  expect((await customer.rows()).map(({ cost, bill }) => [cost, bill.lines.map(({ item }) => item)])).toEqual(
    [
      ['0.000009', ['prompt_from_2300', 'completion_from_2300']],
      ['0.000018', ['prompt', 'completion']],
    ],
  )
})

it('a service tier has tiers of its own; nobody can ask for the batch price', async () => {
  first.answer(answerWith.json(200, { ...answer, service_tier: 'flex' }))
  expect(await costOf('tier', { service_tier: 'flex' })).toBe(0.00018)
  expect(await linesOf()).toMatchObject([['prompt_above_9', 10, '0.000010'], {}])
  expect(await costOf('tier', { service_tier: 'batch' })).toBe('unsupported_parameter')
})

it('the models’ list has the tiers and hours', async () => {
  const { data } = await (await send('GET', '/v1/models', post(customer.key, undefined))).json()
  const pricingOf = (id: string) => data.find((one: { id: string }) => one.id === `acme/${id}`).pricing
  expect(pricingOf('above')).toEqual({ ...plain, tiers: [{ ...dear, above_prompt_tokens: 9 }] })
  expect(pricingOf('night')).toEqual(prices.night)
})

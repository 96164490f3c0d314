import { afterAll, beforeEach, expect, it } from 'vitest'
import { ChatReply } from '@/lib/gateway/chat/schema'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, event, openChat, path, usageEvent } from './testing'

const { door, first, second, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
})

const saying = (content: string, finish_reason = 'stop', more: object = {}) => ({
  ...answer,
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason }],
})
const asking = (overrides: object = {}) =>
  door('POST', path, post(customer.key, ask({ response_format: { type: 'json_object' }, ...overrides })))

/** 10 prompt tokens and 4 completion tokens. */
const COST = '0.000018'

it.each([
  ['{"a":1}', '{"a":1}'],
  [' [1] ', ' [1] '],
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['Here you are:\n```\n{"a":1}\n```\nAnything else?', '{"a":1}'],
  ['<think>{so}</think>Sure: {"a":{"b":"}"}}!', '{"a":{"b":"}"}}'],
])('%j is returned as the JSON in it, and billed', async (said, told) => {
  first.answer(answerWith.json(200, saying(said)))
  const response = await asking()
  expect(ChatReply.parse(await response.json()).choices[0]?.message.content).toBe(told)
  expect(await customer.rows()).toMatchObject([{ status: 'success', cost: COST }])
})

it.each([
  ['was cut off', saying('{"a":', 'length')],
  ['was filtered', saying('{"a":', 'content_filter')],
  ['calls a tool', saying('Looking.', 'stop', { tool_calls: [{ id: 'a', function: { name: 'f' } }] })],
])('an answer that %s passes and is billed', async (_how, said) => {
  first.answer(answerWith.json(200, said))
  const response = await asking()
  expect(ChatReply.parse(await response.json()).choices[0]?.message.content).toBe(
    said.choices[0]?.message.content,
  )
  expect(await customer.rows()).toMatchObject([{ status: 'success', cost: COST }])
})

it('a stream passes and is billed', async () => {
  first.answer(
    answerWith.events(event({ content: 'Hello' }), event({}, 'stop'), usageEvent, 'data: [DONE]\n\n'),
  )
  expect(await (await asking({ stream: true })).text()).toContain('[DONE]')
  expect(await customer.rows()).toMatchObject([{ status: 'success', cost: COST }])
})

it('plain text is no answer: the next route is tried, and the first route’s health is unchanged', async () => {
  first.answer(answerWith.json(200, saying('Hello')))
  second.answer(answerWith.json(200, saying('{"a":1}')))
  const before = first.requests.length
  for (let call = 0; call < 6; call++) {
    const response = await asking({ model: 'acme/both' })
    expect(ChatReply.parse(await response.json()).choices[0]?.message.content).toBe('{"a":1}')
  }
  const rows = await customer.rows()
  expect(rows.map(({ provider, cost }) => [provider, cost])).toEqual(rows.map(() => ['second', COST]))
  expect(first.requests.length - before).toBe(6)
})

it('without another route it is a 502 that costs nothing, at most twenty times an hour', async () => {
  first.answer(answerWith.json(200, saying('Hello')))
  const statuses: number[] = []
  for (let call = 0; call < 22; call++) statuses.push((await asking()).status)
  expect(statuses).toEqual([...Array(20).fill(502), 200, 200])
  const [last, before, ...failed] = await customer.rows()
  expect([last, before].map((row) => row?.cost)).toEqual([COST, COST])
  for (const row of failed)
    expect(row).toMatchObject({ status: 'failed', cost: '0.000000', error_code: 'upstream_error' })
})

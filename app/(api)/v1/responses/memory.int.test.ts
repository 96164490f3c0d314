import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eraseResponsesOf, sweepResponses } from '@/lib/gateway/chat/formats/responses/memory'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { readEvents } from '@/lib/gateway/chat/testing/chat-stream'
import { callThrough } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, openChat, wholeStream } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as inputItems from './[id]/input_items/route'
import * as one from './[id]/route'
import * as inputTokens from './input_tokens/route'
import * as responses from './route'

const path = '/v1/responses'
const { door, first, reset, close } = await openChat({
  modules: {
    [path]: responses,
    [`${path}/input_tokens`]: inputTokens,
    [`${path}/[id]`]: one,
    [`${path}/[id]/input_items`]: inputItems,
  },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({ model: 'acme/alone', input: 'Hello', ...overrides })
const Sent = z.looseObject({ messages: z.array(z.unknown()) })

/** The response to a request that must succeed, and the request that its upstream received. */
async function create(overrides: object = {}) {
  const seen = first.nextRequest()
  const response = await door('POST', path, post(customer.key, ask(overrides)))
  expect(response.status).toBe(200)
  const reply = ResponseReply.parse(await response.json())
  return { reply, sent: Sent.parse(JSON.parse((await seen).body)) }
}

const call = (key: string, method: string, at: string) => callThrough(door)(method, path + at, { key })
const user = (content: string) => ({ role: 'user', content })
const hiThere = { role: 'assistant', content: 'Hi there' }

describe('a response that is kept', () => {
  it('is read as it was answered, whole and streamed', async () => {
    const { reply } = await create({ instructions: 'Be brief.' })
    expect(reply.store).toBe(true)
    expect(await call(customer.key, 'GET', `/${reply.id}`)).toMatchObject({ status: 200, body: reply })

    first.answer(answerWith.events(...wholeStream))
    const streamed = await door('POST', path, post(customer.key, ask({ stream: true })))
    const last = ResponseReply.parse(readEvents(await streamed.text()).at(-1)?.response)
    expect(await call(customer.key, 'GET', `/${last.id}`)).toMatchObject({ status: 200, body: last })
  })

  it('lists what it was asked, page by page, in either order', async () => {
    const { reply } = await create({
      input: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { type: 'function_call_output', id: 'fco_own', call_id: 'a', output: '3' },
      ],
    })
    const tail = reply.id.slice('resp_'.length)
    const items = [
      { id: `msg_${tail}i0`, type: 'message', content: [{ type: 'input_text', text: 'One' }] },
      { id: `msg_${tail}i1`, type: 'message', content: [{ type: 'output_text', text: 'Two' }] },
      { id: 'fco_own', type: 'function_call_output', output: '3' },
    ]
    const list = async (query: string) =>
      (await call(customer.key, 'GET', `/${reply.id}/input_items${query}`)).body
    expect(await list('')).toMatchObject({ object: 'list', data: items.toReversed(), has_more: false })
    expect(await list('?order=asc&limit=2')).toMatchObject({
      data: items.slice(0, 2),
      first_id: items[0]?.id,
      last_id: items[1]?.id,
      has_more: true,
    })
    expect(await list(`?order=asc&after=${items[1]?.id}`)).toMatchObject({
      data: items.slice(2),
      has_more: false,
    })
    expect(await list('?after=msg_none')).toMatchObject({
      error: { code: 'invalid_parameter', param: 'after' },
    })
  })

  it('is forgotten when it is deleted', async () => {
    const { reply } = await create()
    expect(await call(customer.key, 'DELETE', `/${reply.id}`)).toMatchObject({
      status: 200,
      body: { id: reply.id, object: 'response', deleted: true },
    })
    for (const [method, at] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/input_items'],
    ] as const)
      expect(await call(customer.key, method, `/${reply.id}${at}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found', message: 'There is no such response.' } },
      })
  })

  it('is for no one else: 404, as for one that never was', async () => {
    const { reply } = await create()
    const other = await newCustomer()
    for (const [method, at] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/input_items'],
    ] as const) {
      const theirs = await call(other.key, method, `/${reply.id}${at}`)
      for (const id of ['resp_none', '%00']) {
        const none = await call(other.key, method, `/${id}${at}`)
        expect([none.status, Object(none.body).error.message]).toEqual([
          404,
          Object(theirs.body).error.message,
        ])
      }
    }
    expect(await call(customer.key, 'GET', `/${reply.id}?stream=true`)).toMatchObject({
      status: 400,
      body: { error: { param: 'stream' } },
    })
    const follow = post(other.key, ask({ previous_response_id: reply.id }))
    expect(await (await door('POST', path, follow)).json()).toMatchObject({
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    const [item] = reply.output
    const refer = post(other.key, ask({ input: [{ type: 'item_reference', id: item?.id }] }))
    expect(await (await door('POST', path, refer)).json()).toMatchObject({ error: { param: 'input[0].id' } })
  })
})

it('with store: false is nowhere', async () => {
  const { reply } = await create({ store: false })
  expect(reply.store).toBe(false)
  expect((await call(customer.key, 'GET', `/${reply.id}`)).status).toBe(404)
  const { customerId } = customer.owner
  const { rowCount } = await pool.query('SELECT 1 FROM stored_responses WHERE customer_id = $1', [customerId])
  expect(rowCount).toBe(0)
})

it('is sealed: the database alone does not tell what was said', async () => {
  const { reply } = await create({ input: 'a secret word' })
  const { rows } = await pool.query(
    'SELECT sealed_input, sealed_output FROM stored_responses WHERE id = $1',
    [reply.id],
  )
  const bytes = Buffer.concat([rows[0].sealed_input, rows[0].sealed_output]).toString('latin1')
  expect(bytes).not.toMatch(/secret|Hi there/)
})

it('that cannot be kept is answered all the same, and says so', async () => {
  await pool.query(
    'ALTER TABLE stored_responses ADD CONSTRAINT no_more CHECK (customer_id <> $1) NOT VALID'.replace(
      '$1',
      `'${customer.owner.customerId}'`,
    ),
  )
  try {
    const { reply } = await create()
    expect(reply).toMatchObject({ status: 'completed', store: false })
    first.answer(answerWith.events(...wholeStream))
    const streamed = await door('POST', path, post(customer.key, ask({ stream: true })))
    expect(readEvents(await streamed.text()).at(-1)).toMatchObject({
      type: 'response.completed',
      response: { store: false },
    })
  } finally {
    await pool.query('ALTER TABLE stored_responses DROP CONSTRAINT no_more')
  }
})

describe('a response that follows another', () => {
  it('has its conversation before its input, and its own instructions alone', async () => {
    const one = await create({ input: 'One', instructions: 'First.' })
    const two = await create({ input: 'Two', previous_response_id: one.reply.id })
    expect(two.reply.previous_response_id).toBe(one.reply.id)
    const three = await create({ input: 'Three', instructions: 'Third.', previous_response_id: two.reply.id })
    expect(three.sent.messages).toEqual([
      { role: 'system', content: 'Third.' },
      user('One'),
      hiThere,
      user('Two'),
      hiThere,
      user('Three'),
    ])
    const aside = await create({ input: 'Aside', previous_response_id: one.reply.id })
    expect(aside.sent.messages).toEqual([user('One'), hiThere, user('Aside')])
  })

  it('that streams can be followed as soon as its last event is read', async () => {
    first.answer(answerWith.events(...wholeStream))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes('response.completed'))
      text += Buffer.from((await reader?.read())?.value ?? []).toString()
    const id = /"id":"(resp_\w+)"/.exec(text)?.[1]
    reset(answer)
    const next = await create({ input: 'And?', previous_response_id: id })
    expect(next.sent.messages).toEqual([user('Hello'), hiThere, user('And?')])
  })

  it('pays for the conversation as for text that it brings', async () => {
    const words = 'word '.repeat(4500)
    const { reply } = await create({ input: words })
    const follow = ask({ input: words, previous_response_id: reply.id })
    const refused = await door('POST', path, post(customer.key, follow))
    expect(await refused.json()).toMatchObject({ error: { code: 'context_length_exceeded', param: 'input' } })
  })

  it('is refused where the conversation has a gap', async () => {
    const one = await create({ input: 'One' })
    const two = await create({ input: 'Two', previous_response_id: one.reply.id })
    await call(customer.key, 'DELETE', `/${one.reply.id}`)
    const refused = await door('POST', path, post(customer.key, ask({ previous_response_id: two.reply.id })))
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'previous_response_not_found', param: 'previous_response_id' } },
    ])
  })

  it('is refused where the conversation is larger than a body may be', async () => {
    const { reply } = await create()
    await pool.query('UPDATE stored_responses SET input_bytes = $2 WHERE id = $1', [
      reply.id,
      env().CHAT_BODY_MAX_BYTES,
    ])
    const refused = await door('POST', path, post(customer.key, ask({ previous_response_id: reply.id })))
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { code: 'payload_too_large', param: 'previous_response_id' } },
    ])
  })
})

describe('references', () => {
  it('stand for items of any kind, of the answer and of what was asked', async () => {
    const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }]
    const message = { role: 'assistant', content: 'Look.', reasoning_content: 'Hm', tool_calls }
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }]
    first.answer(answerWith.json(200, { ...answer, choices }))
    const { reply } = await create({ input: 'One', tools: [{ type: 'function', name: 'look' }] })
    expect(reply.output.map(({ id }) => id.slice(0, 3))).toEqual(['rs_', 'msg', 'fc_'])
    reset(answer)
    const references = reply.output.map(({ id }) => ({ type: 'item_reference', id }))
    const asked = { id: `msg_${reply.id.slice('resp_'.length)}i0` }
    const result = { type: 'function_call_output', call_id: 'call_1', output: '7' }
    const { reply: next, sent } = await create({ input: [asked, ...references, result] })
    const said = { role: 'assistant', content: 'Look.', reasoning_content: 'Hm', tool_calls }
    const toolResult = { role: 'tool', tool_call_id: 'call_1', content: '7' }
    expect(sent.messages).toEqual([user('One'), said, toolResult])
    // Referenced items are stored with the response that references them.
    await call(customer.key, 'DELETE', `/${reply.id}`)
    const last = await create({ input: 'And?', previous_response_id: next.id })
    expect(last.sent.messages).toEqual([user('One'), said, toolResult, hiThere, user('And?')])
  })

  it('keep the seals that the caller has not asked for', async () => {
    const details = [{ type: 'reasoning.text', text: 'Hm', signature: 's1', format: 'anthropic-claude-v1' }]
    const message = { role: 'assistant', content: 'So', reasoning_content: 'Hm', reasoning_details: details }
    first.answer(answerWith.json(200, { ...answer, choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    const { reply } = await create()
    expect(JSON.stringify(reply)).not.toContain('encrypted_content')
    expect(JSON.stringify((await call(customer.key, 'GET', `/${reply.id}`)).body)).not.toContain(
      'encrypted_content',
    )
    reset(answer)
    const { sent } = await create({ input: 'And?', previous_response_id: reply.id })
    expect(sent.messages[1]).toMatchObject({ content: 'So', reasoning_details: details })
  })

  it('to the same item twice are refused', async () => {
    const { reply } = await create()
    const reference = { type: 'item_reference', id: reply.output[0]?.id }
    const refused = await door('POST', path, post(customer.key, ask({ input: [reference, reference] })))
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'input[1].id' } }])
  })
})

describe('the tokens of a prompt', () => {
  const count = async (body: object, key = customer.key) => {
    const response = await door('POST', `${path}/input_tokens`, post(key, body))
    return [response.status, await response.json()]
  }

  it('are counted with what is remembered, and asking costs nothing', async () => {
    const { reply } = await create({ input: 'One two three four five six' })
    first.requests.length = 0
    const model = 'acme/alone'
    const [, alone] = await count({ model, input: 'Hello' }, customer.key)
    const [, following] = await count({ model, input: 'Hello', previous_response_id: reply.id })
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }]
    const [, withTools] = await count({ model, input: 'Hello', instructions: 'Be brief.', tools })
    const Counted = z.strictObject({ object: z.literal('response.input_tokens'), input_tokens: z.number() })
    const tokens = [alone, following, withTools].map((body) => Counted.parse(body).input_tokens)
    expect(tokens[1]).toBeGreaterThan((tokens[0] ?? 0) + 6)
    expect(tokens[2]).toBeGreaterThan((tokens[0] ?? 0) + 12)
    expect(first.requests).toEqual([])
    expect(await customer.rows()).toHaveLength(1)
  })

  it('400, 403, 404', async () => {
    const narrow = await customer.keyWith({ allowed_models: ['acme/both'] })
    const model = 'acme/alone'
    expect(await count({ input: 'Hello' })).toMatchObject([400, { error: { param: 'model' } }])
    expect(await count({ model, stream: true })).toMatchObject([400, { error: { param: 'stream' } }])
    expect(await count({ model, previous_response_id: 'resp_1' })).toMatchObject([
      400,
      { error: { code: 'previous_response_not_found' } },
    ])
    expect(await count({ model }, narrow)).toMatchObject([403, { error: { code: 'model_not_allowed' } }])
    expect(await count({ model: 'acme/none' })).toMatchObject([404, { error: { code: 'model_not_found' } }])
  })
})

it('is forgotten after 30 days, and with its customer', async () => {
  const old = await create()
  const young = await create()
  const { customerId } = customer.owner
  const rowsOf = 'SELECT id, expires_at FROM stored_responses WHERE customer_id = $1'
  const left = async () => (await pool.query(rowsOf, [customerId])).rows
  const days = ((await left())[0].expires_at.getTime() - clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(30, 2)
  await pool.query('UPDATE stored_responses SET expires_at = now() WHERE id = $1', [old.reply.id])
  expect((await call(customer.key, 'GET', `/${old.reply.id}`)).status).toBe(404)
  await sweepResponses()
  expect(await left()).toMatchObject([{ id: young.reply.id }])
  await eraseResponsesOf(customerId)
  expect(await left()).toEqual([])
})

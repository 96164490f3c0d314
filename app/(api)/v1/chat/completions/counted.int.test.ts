import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, event, openChat, path, wholeStream } from './testing'

const { doors, first, reset, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const words = 'a long way to go '.repeat(200)
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ words }) } }
const schema = { type: 'object', properties: { a: { type: 'string', description: words } } }

describe.each(doors)('Through the %s door', (_door, send) => {
  const run = (body: object) => send('POST', path, post(customer.key, ask(body)))

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
      first.answer(stream ? answerWith.events(...events) : answerWith.json(200, uncounted))
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

  it('thoughts beside the completion and what a cache had are paid for, wherever they are told', async () => {
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

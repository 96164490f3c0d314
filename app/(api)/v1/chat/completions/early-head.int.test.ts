import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, ask, openChat, path, wholeStream } from './testing'

const {
  door: send,
  first,
  second,
  reset,
  close,
} = await openChat({
  modules: { [path]: chat, '/v1/messages': messages, '/v1/responses': responses },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const said = [{ role: 'user', content: 'Hello' }]
const formats: [string, object, string, string][] = [
  [path, ask({ stream: true }), '[DONE]', '"error":{'],
  [
    '/v1/messages',
    { model: 'acme/alone', max_tokens: 9, messages: said, stream: true },
    'message_stop',
    '"type":"error"',
  ],
  [
    '/v1/responses',
    { model: 'acme/alone', input: 'Hello', stream: true },
    'response.completed',
    'response.failed',
  ],
]

/** An upstream that accepts a stream and then sends nothing until the test says what. */
function accepting(): Promise<ServerResponse> {
  return new Promise((resolve) =>
    first.answer((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.flushHeaders()
      resolve(res)
    }),
  )
}

describe('an upstream that accepts a stream and is silent', () => {
  it.each(formats)('%s sends its head and a comment, and then the answer', async (url, body, end) => {
    const upstream = accepting()
    const response = await send('POST', url, post(customer.key, body))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    ;(await upstream).end(wholeStream.join(''))
    const text = await response.text()
    expect(text).toMatch(/^: keep-alive\n\n/)
    expect(text).toContain(' there')
    expect(text).toContain(end)
    expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018', attempts: [] }])
  })

  it.each(formats)(
    '%s tells in the stream that it failed, and costs nothing',
    async (url, body, end, error) => {
      const upstream = accepting()
      const response = await send('POST', url, post(customer.key, body))
      expect(response.status).toBe(200)
      ;(await upstream).destroy()
      const text = await response.text()
      expect(text).toContain(error)
      expect(text).not.toContain(end)
      expect(await customer.rows()).toMatchObject([
        { status: 'failed', error_code: 'upstream_error', cost: '0.000000', usage_source: 'none' },
      ])
      expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
    },
  )

  it('costs the prompt when the client leaves after the head', async () => {
    void accepting()
    const hangUp = new AbortController()
    const response = await send('POST', path, post(customer.key, ask({ stream: true }), {}, hangUp.signal))
    const reader = response.body?.getReader()
    await reader?.read()
    hangUp.abort()
    await reader?.read().catch(() => undefined)
    await expect
      .poll(customer.rows)
      .toMatchObject([
        { status: 'success', finish_reason: 'aborted', usage_source: 'estimated', completion_tokens: 0 },
      ])
  })
})

it('a failure keeps its status while another route could replace it', async () => {
  const upstream = accepting()
  const refused = second.nextRequest()
  second.answer(answerWith.json(400, { error: { message: 'not so', param: 'messages' } }))
  const response = send('POST', path, post(customer.key, ask({ model: 'acme/both', stream: true })))
  ;(await upstream).destroy()
  await refused
  expect((await response)?.status).toBe(400)
})

import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { StreamBody } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import type { Exchange } from './exchange'
import { seeOther, typedReply } from './replies'
import { publicRoute } from './routes'
import { webDoorOf } from './testing'

// What Next's way of serving a route file has of its own; the steps between are the same for both doors.

let seen: Exchange | undefined
beforeEach(() => {
  seen = undefined
})

const echo = publicRoute(
  {
    summary: 'x',
    limit: 'object',
    params: z.object({ id: z.string() }),
    body: z.object({ text: z.string() }),
    reply: z.object({ id: z.string(), text: z.string() }),
  },
  ({ params, body }) => ({ ...params, ...body }),
)
const cookies = publicRoute({ summary: 'x', limit: 'object', isRedirect: true }, () =>
  seeOther({ path: '/there', cookies: ['a=1', 'b=2'] }),
)
/** One event; it ends only with `?whole`. */
const events = publicRoute(
  { summary: 'x', limit: 'object', alsoReplies: ['text/event-stream'] },
  ({ exchange }) => {
    seen = exchange
    const body: StreamBody = {
      start: (sink) => {
        sink.write('data: 1\n\n')
        if (exchange.query.has('whole')) sink.end()
      },
    }
    return typedReply({ mimeType: 'text/event-stream', body })
  },
)
const upload = publicRoute(
  { summary: 'x', limit: 'object', reads: { body: '*/*' }, refuses: [], status: 204 },
  async ({ exchange }) => {
    let bytes = 0
    for await (const chunk of exchange.readStream()) bytes += chunk.length
    return new ReplyValue({ status: 204, headers: { 'x-bytes': String(bytes) }, body: null })
  },
)
const door = webDoorOf({
  '/v1/echo/[id]': { POST: echo },
  '/v1/cookies': { GET: cookies },
  '/v1/events': { GET: events },
  '/v1/upload': { PUT: upload },
})

it('parses the request of Next, and answers with the headers of every reply', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await door('POST', '/v1/echo/one', { body: '{"text":"Hello"}', headers })
  expect([answer.status, await answer.json()]).toEqual([200, { id: 'one', text: 'Hello' }])
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const refused = await door('POST', '/v1/echo/one', { body: '{', headers })
  expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'invalid_json'])
})

it('sets each cookie', async () => {
  const answer = await door('GET', '/v1/cookies')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/there'])
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

it('streams, and stops when the client stops reading', async () => {
  expect(await (await door('GET', '/v1/events?whole')).text()).toBe('data: 1\n\n')
  const answer = await door('GET', '/v1/events')
  expect(seen?.signal.aborted).toBe(false)
  await answer.body?.cancel()
  expect(seen?.signal.aborted).toBe(true)
})

it('stops when the client hangs up', async () => {
  const hangUp = new AbortController()
  await door('GET', '/v1/events', { signal: hangUp.signal })
  hangUp.abort()
  await turn()
  expect(seen?.signal.aborted).toBe(true)
})

it('streams a body while it arrives, and reports one that breaks off', async () => {
  const parts = (error?: Error) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1000))
        if (error) controller.error(error)
        else controller.close()
      },
    })
  const put = (body: ReadableStream) => door('PUT', '/v1/upload', Object.assign({ body }, { duplex: 'half' }))
  expect((await put(parts())).headers.get('x-bytes')).toBe('1000')
  const broken = await put(parts(new Error('reset')))
  expect((await broken.json()).error.code).toBe('client_closed_request')
})

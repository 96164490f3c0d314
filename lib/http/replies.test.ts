import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { isStreamBody } from './exchange'
import { answerFromTask } from './replies'

const exchange = {
  id: 'req_1',
  method: 'POST',
  path: '/v1/images/generations',
  query: new URLSearchParams(),
  headers: {},
  peer: '127.0.0.1',
  readBody: async () => Buffer.from(''),
  releaseBody: () => undefined,
  answerHeaders: {},
  takeRoom: async () => undefined,
  readStream: async function* () {},
  signal: new AbortController().signal,
}
const caller = { customerId: 'cus_1', userId: null, apiKey: null, isOperator: false }

/** A stream whose task has not ended when it begins; `then` decides what follows. */
async function beginStream(then: () => Promise<StreamBody | undefined>) {
  const waits: number[] = []
  const { reply } = await answerFromTask(
    { caller, body: {}, exchange },
    {
      make: async () => ({ id: 'igen_1' }),
      deliver: async (_id, millis) => {
        waits.push(millis)
        return waits.length === 1 ? undefined : then()
      },
      isStream: true,
      waitMillis: 60_000,
    },
  )
  const sent: string[] = []
  const sink = {
    write: (bytes: Buffer | string) => sent.push(bytes.toString()) > 0,
    onDrain: () => undefined,
    end: () => sent.push('END'),
    destroy: () => sent.push('CUT'),
  }
  if (isStreamBody(reply.body)) reply.body.start(sink)
  return { reply, sent, waits }
}

const PING = ': keep-alive\n\n'
const nextTurn = () => vi.advanceTimersByTimeAsync(0)
beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('a stream begins before its task has ended, and comments keep it open', async () => {
  const ending = Promise.withResolvers<StreamBody>()
  const { reply, sent, waits } = await beginStream(() => ending.promise)
  expect(reply).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-portico-task': 'igen_1' },
  })
  expect(waits).toEqual([5000, expect.closeTo(60_000, -3)])
  expect(sent).toEqual([PING])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(sent).toEqual([PING, PING, PING])
  ending.resolve({
    start: (sink) => {
      sink.write('event: image_generation.completed\n')
      sink.end()
    },
  })
  await nextTurn()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.slice(3)).toEqual(['event: image_generation.completed\n', 'END'])
})

it.each([
  ['that fails', () => Promise.reject(new AppError('content_policy_violation')), 'content_policy_violation'],
  ['that goes on for too long', () => Promise.resolve(undefined), 'task_still_running'],
  ['that nobody can tell of', () => Promise.reject(new Error('unforeseen')), 'internal_error'],
])('a task %s ends a stream that has begun with an event that has its id', async (_how, then, code) => {
  const { sent } = await beginStream(then)
  await nextTurn()
  const [ping, event = '', end] = sent
  expect([ping, end]).toEqual([PING, 'END'])
  expect(event).toMatch(/^event: error\ndata: {.*}\n\n$/)
  expect(JSON.parse(event.slice(event.indexOf('{')))).toMatchObject({
    error: { code, request_id: 'req_1', metadata: { task_id: 'igen_1' } },
  })
})

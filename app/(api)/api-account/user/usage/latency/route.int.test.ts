import { afterAll, expect, it } from 'vitest'
import { LatencyReply } from '@/lib/money/usage/schema'
import { bookUsage } from '@/lib/money/usage/testing'
import { base, newCustomer, openDoors } from '../testing'

const { call, close } = await openDoors()
afterAll(close)

it('returns percentiles of requests that did not fail and are not tasks: 200', async () => {
  const { owner, makeKey } = await newCustomer()
  const { key } = await makeKey('reader')
  const at = (time: string) => new Date(`2026-03-${time}Z`)
  await bookUsage(owner, at('28T23:30:00'))
  await bookUsage(owner, at('30T12:00:00'))
  await bookUsage(owner, at('30T12:01:00'), { status: 'failed', errorCode: 'upstream_error' })
  await bookUsage(owner, at('30T12:02:00'), { modelId: 'sandbox/video', taskId: 'vgen_1' })
  const read = async (query: string) =>
    LatencyReply.parse((await call('GET', `${base}/latency?${query}`, { key }))?.body)
  const days = 'start_date=2026-03-28&end_date=2026-03-30&timezone=Europe/Berlin'
  const { summary, spans } = await read(days)
  expect(summary).toMatchObject({ requests: 2, latency_p50_ms: expect.any(Number), ttft_p50_ms: null })
  expect(spans.map(({ start, requests }) => [start, requests])).toEqual([
    ['2026-03-28T23:00:00.000Z', 1],
    ['2026-03-29T22:00:00.000Z', 1],
  ])
  expect((await read(`${days}&model=sandbox/video`)).summary?.requests).toBe(1)
  expect((await read('start_date=2026-03-01&end_date=2026-03-02')).summary?.requests).toBe(0)
})

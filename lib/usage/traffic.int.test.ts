import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { grantCredit } from '@/lib/billing/credit'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import type { MeterReading } from './booking'
import { bookUsage } from './testing/requests'
import { Histogram, percentileOf, sampleCount } from './traffic'

const customerId = `cus_${randomUUID()}`
const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
const minute = new Date('2026-07-07T07:01:00Z')

async function book(latencyMillis: number, ttftMillis: number | null, differs: Partial<MeterReading>) {
  const startedAt = new Date(minute.getTime() + 10)
  vi.spyOn(clock, 'now').mockReturnValue(new Date(startedAt.getTime() + latencyMillis))
  const firstByteAt = ttftMillis === null ? null : new Date(startedAt.getTime() + ttftMillis)
  await bookUsage(caller, startedAt, { firstByteAt, ...differs })
}

const failed = (providerId: string, errorCode: string) => ({
  status: 'failed' as const,
  providerId,
  errorCode,
})

async function readTraffic(providerId: string) {
  const { rows } = await pool.query(
    'SELECT * FROM traffic_tallies WHERE minute = $1 AND provider_id = $2 AND model_id = $3',
    [minute, providerId, 'sandbox/chat'],
  )
  expect(rows).toHaveLength(1)
  const [{ latency, ttft, throughput, ...counted }] = rows
  const [latencies, ttfts, throughputs] = [latency, ttft, throughput].map((one) => Histogram.parse(one))
  return { ...counted, latency: latencies, ttft: ttfts, throughput: throughputs }
}

beforeAll(() =>
  grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` }).then(() => {}),
)

describe('the traffic of a minute', () => {
  it('sums histograms inline, without a function call for each value', async () => {
    const { rows } = await pool.query(
      'EXPLAIN (VERBOSE, FORMAT json) SELECT sum(usage_histogram(latency_ms)) FROM usage_records',
    )
    expect(JSON.stringify(rows)).not.toContain('usage_histogram')
  })

  it('counts requests by how they ended, and the tries that failed before another route answered', async () => {
    const tried = (provider: string, code: string | null) => {
      return { provider, model: 'sandbox/chat', route: 'route_1', code, status: null, latencyMs: 5 }
    }
    const attempts = [
      tried('counted', 'rate_limit_exceeded'),
      tried('counted', 'upstream_timeout'),
      tried('other', null),
    ]
    await book(100, 10, { providerId: 'counted' })
    await book(100, 10, { providerId: 'counted', finishReason: 'aborted' })
    await book(100, null, failed('counted', 'upstream_error'))
    await book(100, null, failed('counted', 'empty_answer'))
    await book(100, null, failed('counted', 'rate_limit_exceeded'))
    await book(100, null, failed('counted', 'content_policy_violation'))
    await book(100, 10, { providerId: 'other', attempts })
    expect(await readTraffic('counted')).toMatchObject({
      modality: 'chat',
      requests: 6,
      successful: 2,
      failed: 2,
      rate_limited: 1,
      refused: 1,
      failed_tries: 1,
      rate_limited_tries: 1,
      prompt_tokens: 20n,
      completion_tokens: 8n,
    })
    expect(await readTraffic('other')).toMatchObject({
      requests: 1,
      successful: 1,
      failed: 0,
      failed_tries: 0,
    })
  })

  it('keeps histograms that give any percentile to within a twentieth', async () => {
    const latencies = Array.from({ length: 60 }, (_, index) => Math.round(40 * 1.11 ** index))
    for (const latency of latencies)
      await book(latency, Math.ceil(latency / 4), { providerId: 'timed', completionTokens: 90 })
    const { latency, ttft, throughput } = await readTraffic('timed')
    const exactly = (values: number[], share: number) =>
      values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
    const firsts = latencies.map((one) => Math.ceil(one / 4))
    const speeds = latencies.map((one) => (90 * 1000) / (one - Math.ceil(one / 4)))
    for (const share of [0.5, 0.75, 0.9, 0.99]) {
      for (const [found, exact] of [
        [percentileOf(latency, share), exactly(latencies, share)],
        [percentileOf(ttft, share), exactly(firsts, share)],
        [(percentileOf(throughput, share) ?? 0) / 16, exactly(speeds, share)],
      ] as const)
        expect(Math.abs(Math.log((found ?? 0) / exact))).toBeLessThan(Math.log(1.05))
    }
  })

  it('measures only whole answers', async () => {
    await book(100, 10, { providerId: 'cut', finishReason: 'aborted' })
    await book(100, null, failed('cut', 'upstream_error'))
    const { latency, ttft, throughput } = await readTraffic('cut')
    expect([latency, throughput].map(sampleCount)).toEqual([0, 0])
    expect(sampleCount(ttft)).toBe(1)
  })
})

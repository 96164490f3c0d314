import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { grantCredit } from '@/lib/money/ledger/balance'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import type { TrafficQuestion } from './internal/traffic-repository'
import { listRecentOutcomes, readTraffic } from './read-traffic'
import { bookUsage, settleRequests, trafficCounter } from './testing'
import { Histogram, percentileOf, sampleCount, type TrafficRow } from './traffic'
import { foldTraffic } from './upkeep'
import type { MeterReading } from './usage-row'

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

async function minuteOf(providerId: string) {
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
    expect(await minuteOf('counted')).toMatchObject({
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
    expect(await minuteOf('other')).toMatchObject({
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
    const { latency, ttft, throughput } = await minuteOf('timed')
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
    const { latency, ttft, throughput } = await minuteOf('cut')
    expect([latency, throughput].map(sampleCount)).toEqual([0, 0])
    expect(sampleCount(ttft)).toBe(1)
  })
})

const customer_id = `cus_${randomUUID()}`
await grantCredit({ customerId: customer_id, amountNanos: 10n ** 12n, key: `grant:${customer_id}` })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date('2026-07-15T10:37:12Z')

const endings = [
  { status: 'success', error_code: null },
  { status: 'success', error_code: null, finish_reason: 'aborted' },
  { status: 'failed', error_code: 'upstream_error' },
  { status: 'failed', error_code: 'rate_limit_exceeded' },
  { status: 'failed', error_code: 'content_policy_violation' },
] as const

const request = fc.record({
  // Around the ends of the windows below, where an error would show, and anywhere.
  age: fc.oneof(
    fc.record({
      around: fc.constantFrom(0, HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY),
      more: fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
    }),
    fc.record({ around: fc.constant(0), more: fc.integer({ min: 0, max: 100 * DAY }) }),
  ),
  provider_id: fc.constantFrom('a', 'b'),
  model_id: fc.constantFrom('m', 'n', 'o'),
  ending: fc.constantFrom(...endings),
  prompt_tokens: fc.nat({ max: 5000 }),
  completion_tokens: fc.nat({ max: 5000 }),
  latency_ms: fc.integer({ min: 0, max: 100_000 }),
  ttft_ms: fc.option(fc.nat({ max: 1000 })),
  tries: fc.array(
    fc.record({
      provider: fc.constantFrom('a', 'b'),
      code: fc.constantFrom('upstream_timeout', 'rate_limit_exceeded'),
    }),
    { maxLength: 2 },
  ),
})

function daysFrom(first: string) {
  const bounds = Array.from({ length: 33 }, (_, day) => new Date(Date.parse(first) + day * DAY))
  const [from = now, until = now] = [bounds[0], bounds.at(-1)]
  return { from, until, starts: bounds.slice(0, -1) }
}

const questions: [string, TrafficQuestion & { stepSeconds?: number }][] = [
  [
    'an hour by five minutes',
    { from: new Date('2026-07-15T09:35:00Z'), stepSeconds: 300, byModel: true, byProvider: true },
  ],
  ['a day by hours', { from: new Date('2026-07-14T10:35:00Z'), stepSeconds: 3600, providerId: 'a' }],
  ['a week by six hours', { from: new Date('2026-07-08T10:00:00Z'), stepSeconds: 6 * 3600, providerId: 'b' }],
  ['a month by days', { from: new Date('2026-06-15T10:00:00Z'), stepSeconds: 86_400, byModel: true }],
  ['90 days', { from: new Date('2026-04-17T00:00:00Z'), byModel: true, byProvider: true }],
  ['90 days as one', { from: new Date('2026-04-17T00:00:00Z') }],
  [
    'up to an hour of long ago',
    { from: new Date('2026-04-09T00:00:00Z'), until: new Date('2026-04-16T10:00:00Z'), byModel: true },
  ],
  ['a month by days of a zone', { ...daysFrom('2026-06-13T22:00:00Z'), byProvider: true }],
  ['a month by days of UTC', daysFrom('2026-06-14T00:00:00Z')],
]

function found(rows: TrafficRow[]) {
  return new Map(
    rows.map(({ start, provider_id, model_id, latency, ttft, throughput, ...counted }) => {
      const { images: _images, video_millis: _videoMillis, modality: _modality, ...sums } = counted
      const samples = {
        latencies: sampleCount(latency),
        ttfts: sampleCount(ttft),
        throughputs: sampleCount(throughput),
      }
      return [[start?.getTime() ?? null, provider_id, model_id].join(), { ...sums, ...samples }]
    }),
  )
}

describe('traffic over any window', () => {
  it('is what the usage rows say, however much of it is rolled up', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(now)
    const batches = fc.array(fc.tuple(fc.array(request, { minLength: 1, maxLength: 40 }), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        await pool.query('TRUNCATE usage_records, traffic_tallies, traffic_rollups')
        for (const [requests, isFolded] of all) {
          await settleRequests(
            requests.map(({ age, ending, ...rest }) => ({
              ...rest,
              ...ending,
              characters: rest.prompt_tokens,
              audio_millis: rest.completion_tokens,
              upstream_cost_nanos: `${rest.prompt_tokens}`,
              customer_id,
              created_at: new Date(
                Math.min(now.getTime() - age.around - age.more, now.getTime()),
              ).toISOString(),
            })),
          )
          if (isFolded) await foldTraffic()
        }
        const count = await trafficCounter()
        for (const [name, question] of questions) {
          const rows = await readTraffic({ ...question, speeds: ['latency', 'ttft', 'throughput'] })
          expect(found(rows), name).toEqual(count(question))
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('keeps five minutes for a day, hours for 92 days, and days for good', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(now)
    await pool.query('TRUNCATE usage_records, traffic_tallies, traffic_rollups')
    const ages = [0.5, 2, 91, 93].map((days) => new Date(now.getTime() - days * DAY).toISOString())
    await settleRequests(ages.map((created_at) => ({ customer_id, created_at, provider_id: 'kept' })))
    await foldTraffic()
    const { rows } = await pool.query(
      `SELECT grain, count(*)::int FROM traffic_rollups WHERE cut = 'route' GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      { grain: 'day', count: 4 },
      { grain: 'five_minutes', count: 1 },
      { grain: 'hour', count: 3 },
      { grain: 'week', count: 2 },
    ])
  })
})

describe('processes that settle at once, while others roll up', () => {
  it('do not lock each other out, and lose nothing', async () => {
    await pool.query('TRUNCATE usage_records, traffic_tallies, traffic_rollups')
    const created_at = new Date(Date.now() - HOUR).toISOString()
    const batch = () =>
      settleRequests(
        ['x', 'y', 'z'].map((model_id) => ({ customer_id, created_at, provider_id: 'busy', model_id })),
      )
    await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 5 === 4 ? foldTraffic() : batch())))
    const rows = await readTraffic({ from: new Date(0), providerId: 'busy', byModel: true })
    expect(rows.map(({ model_id, requests }) => [model_id, requests]).sort()).toEqual([
      ['x', 40],
      ['y', 40],
      ['z', 40],
    ])
  })
})

describe('recent outcomes', () => {
  it('come newest first, by route, rolled up or not', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(now)
    await pool.query('TRUNCATE usage_records, traffic_tallies, traffic_rollups')
    const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString()
    const failed = { status: 'failed', error_code: 'upstream_error' } as const
    const tries = [{ provider: 'b', model: 'n', code: 'upstream_error' }]
    await settleRequests([
      { customer_id, created_at: at(9), provider_id: 'a', model_id: 'm' },
      { customer_id, created_at: at(9), provider_id: 'a', model_id: 'm', ...failed },
      { customer_id, created_at: at(1), provider_id: 'a', model_id: 'm', tries },
    ])
    await foldTraffic()
    const outcomes = await listRecentOutcomes(new Date('2026-07-15T10:25:00Z'))
    expect(outcomes).toEqual([
      {
        start: new Date('2026-07-15T10:36:00Z'),
        provider_id: 'a',
        model_id: 'm',
        answered: 1,
        failed: 0,
        limited: 0,
      },
      {
        start: new Date('2026-07-15T10:36:00Z'),
        provider_id: 'b',
        model_id: 'n',
        answered: 0,
        failed: 1,
        limited: 0,
      },
      {
        start: new Date('2026-07-15T10:25:00Z'),
        provider_id: 'a',
        model_id: 'm',
        answered: 1,
        failed: 1,
        limited: 0,
      },
    ])
  })
})

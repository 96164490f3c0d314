import { afterAll, describe, expect, it } from 'vitest'
import { readUse } from '@/lib/catalog/rankings/read-use'
import {
  BenchmarkRankingReply,
  ChartsReply,
  ModelRankingReply,
  RankingsReply,
  SpeedRankingReply,
} from '@/lib/catalog/rankings/schema'
import { about, atMoment, failed, newTraffic, repeat } from '../providers/testing'
import { openRankings } from './testing'

const { call, door, close } = await openRankings()
afterAll(close)
const settle = await newTraffic()

const year = '2031'

/** A week of two models at two providers, and what they did the week before. */
async function settleWeek(year: string): Promise<void> {
  const large = { model_id: 'acme/large', prompt_tokens: 90, completion_tokens: 10 }
  const draw = { model_id: 'acme/draw', provider_id: 'fast', modality: 'image' as const, images: 3 }
  const fast = { ...large, provider_id: 'fast', latency_ms: 1100, ttft_ms: 100 }
  const slow = { ...large, provider_id: 'slow', latency_ms: 5400, ttft_ms: 400 }
  const chat = { model_id: 'sandbox/chat', provider_id: 'sandbox', prompt_tokens: 500, completion_tokens: 0 }
  await settle([
    ...repeat(12, { ...fast, created_at: `${year}-03-10T09:00:00Z` }),
    ...repeat(4, { ...slow, created_at: `${year}-03-04T00:00:00Z` }),
    { ...slow, created_at: `${year}-03-10T08:00:00Z`, ...failed('upstream_error') },
    { ...draw, created_at: `${year}-03-08T12:00:00Z` },
    { ...chat, created_at: `${year}-03-09T12:00:00Z` },
    // The week before, up to the same hour.
    ...repeat(2, { ...chat, created_at: `${year}-03-03T09:59:59Z` }),
    ...repeat(8, { ...fast, created_at: `${year}-02-25T00:00:00Z` }),
    ...repeat(100, { ...fast, created_at: `${year}-03-03T10:00:00Z` }), // later in the day than it is now
    ...repeat(100, { ...chat, created_at: `${year}-02-24T23:59:59Z` }),
  ])
}

/** The sums of `settleWeek`. */
const leaderboard = [
  {
    rank: 1,
    model_id: 'acme/large',
    model_name: 'Large',
    modality: 'chat',
    provider_id: 'fast',
    total_tokens: '1600',
    metric: 'total_tokens',
    value: '1600',
    requests: 17,
    share: 1600 / 2100,
    change: 1,
    previous_rank: 2,
  },
  {
    rank: 2,
    model_id: 'sandbox/chat',
    model_name: 'Sandbox Chat',
    modality: 'chat',
    provider_id: 'sandbox',
    total_tokens: '500',
    metric: 'total_tokens',
    value: '500',
    requests: 1,
    share: 500 / 2100,
    change: -0.5,
    previous_rank: 1,
  },
  {
    rank: 1,
    model_id: 'acme/draw',
    model_name: 'Draw',
    modality: 'image',
    provider_id: 'fast',
    total_tokens: '0',
    metric: 'images',
    value: 3,
    requests: 1,
    share: 1,
    change: null,
    previous_rank: null,
  },
]

const served = (rank: number, id: string, name: string, tokens: number, requests: number) => ({
  rank,
  provider_id: id,
  provider_name: name,
  modality: 'chat',
  total_tokens: `${tokens}`,
  metric: 'total_tokens',
  value: `${tokens}`,
  requests,
  share: tokens / 2100,
})
const provider_share = [
  served(1, 'fast', 'Fast', 1200, 12),
  served(2, 'sandbox', 'Sandbox', 500, 1),
  served(3, 'slow', 'Slow', 400, 5),
  {
    ...served(1, 'fast', 'Fast', 0, 1),
    modality: 'image',
    metric: 'images',
    value: 3,
    share: 1,
  },
]

describe('rankings', () => {
  it('rank models and providers by usage, compared with the window before: 200', async () => {
    await settleWeek(year)
    const now = atMoment(`${year}-03-10T10:37:00Z`)
    const { status, body } = await call('GET', '/rankings/all')
    expect(status).toBe(200)
    const large = { model_id: 'acme/large', model_name: 'Large' }
    const speed = {
      throughput: [{ rank: 1, ...large, modality: 'chat', tps_p50: about(10), samples: 16 }],
      latency: [{ rank: 1, ...large, modality: 'chat', ttft_p50_ms: about(100), samples: 16 }],
    }
    expect(RankingsReply.parse(body)).toEqual({
      window: '7d',
      as_of: now.toISOString(),
      leaderboard,
      provider_share,
      benchmarks: [],
      speed,
      category_leaders: [
        { category: 'chat', ...large, metric: 'total_tokens', value: '1600' },
        { category: 'image', model_id: 'acme/draw', model_name: 'Draw', metric: 'images', value: 3 },
        { category: 'throughput', ...large, metric: 'tps_p50', value: about(10) },
        { category: 'latency', ...large, metric: 'ttft_p50_ms', value: about(100) },
      ],
    })
  })

  it('are consistent across all routes', async () => {
    atMoment('2031-03-10T10:37:00Z')
    const reply = RankingsReply.parse((await call('GET', '/rankings/all')).body)
    for (const path of ['/rankings', '/api-account/rankings/all', '/rankings/all?window=7d'])
      expect((await call('GET', path)).body).toEqual(reply)
    const head = { window: '7d', as_of: reply.as_of }
    const part = async (name: string) => (await call('GET', `/rankings/${name}`)).body
    expect(ModelRankingReply.parse(await part('models'))).toEqual({ ...head, data: reply.leaderboard })
    expect(SpeedRankingReply.parse(await part('speed'))).toEqual({ ...head, data: reply.speed })
    expect(BenchmarkRankingReply.parse(await part('benchmarks'))).toEqual({ ...head, data: reply.benchmarks })
  })

  it('have tokens of every day of the window for charts', async () => {
    atMoment(`${year}-03-10T10:38:00Z`)
    const { status, body } = await call('GET', '/rankings/charts')
    expect(status).toBe(200)
    const { series, window } = ChartsReply.parse(body)
    const days = ['04', '05', '06', '07', '08', '09', '10'].map((day) => `${year}-03-${day}`)
    const points = (tokens: string[]) =>
      days.map((date, index) => ({ date, total_tokens: tokens[index], value: tokens[index] }))
    const ofChat = { modality: 'chat', metric: 'total_tokens' }
    expect(window).toBe('7d')
    expect(series).toEqual([
      {
        model_id: 'acme/large',
        model_name: 'Large',
        ...ofChat,
        points: points(['400', '0', '0', '0', '0', '0', '1200']),
      },
      {
        model_id: 'sandbox/chat',
        model_name: 'Sandbox Chat',
        ...ofChat,
        points: points(['0', '0', '0', '0', '0', '500', '0']),
      },
    ])
    for (const [longer, count] of [
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const reply = ChartsReply.parse((await call('GET', `/rankings/charts?window=${longer}`)).body)
      expect(reply.window).toBe(longer)
      expect(reply.series.map((one) => one.points.length)).toEqual([count, count])
    }
  })

  it('chart the ten most used models, and all others as one', async () => {
    atMoment(`${year}-06-10T10:37:00Z`)
    const models = Array.from({ length: 12 }, (_, index) => ({
      model_id: `gone/${String(index).padStart(2, '0')}`,
      provider_id: 'gone',
      prompt_tokens: 1000 - index,
      created_at: `${year}-06-09T10:00:00Z`,
    }))
    await settle(models)
    const { series } = ChartsReply.parse((await call('GET', '/rankings/charts')).body)
    expect(series.map((one) => one.model_id)).toEqual([
      ...models.slice(0, 10).map((one) => one.model_id),
      'other',
    ])
    expect(series.at(-1)).toMatchObject({ model_name: 'Other' })
    expect(series.at(-1)?.points.at(-2)).toMatchObject({
      date: `${year}-06-09`,
      total_tokens: String(990 + 989),
    })
    const { leaderboard } = RankingsReply.parse((await call('GET', '/rankings/all')).body)
    expect(leaderboard).toHaveLength(12)
    expect(leaderboard[0]).toMatchObject({ model_name: 'gone/00', previous_rank: null, change: null })
  })

  it('rank no speed with fewer than ten samples, nor of aborted responses', async () => {
    atMoment(`${year}-09-10T10:37:00Z`)
    const row = { provider_id: 'fast', completion_tokens: 50, latency_ms: 600, ttft_ms: 100 }
    const at = { created_at: `${year}-09-09T10:00:00Z` }
    await settle([
      ...repeat(10, { ...row, ...at, model_id: 'speed/ten' }),
      ...repeat(9, { ...row, ...at, model_id: 'speed/nine' }),
      ...repeat(9, { ...row, ...at, model_id: 'speed/cut' }),
      { ...row, ...at, model_id: 'speed/cut', finish_reason: 'aborted' },
    ])
    const { data } = SpeedRankingReply.parse((await call('GET', '/rankings/speed')).body)
    expect(data.throughput.map((one) => one.model_id)).toEqual(['speed/ten'])
    expect(data.latency.map((one) => one.model_id).sort()).toEqual(['speed/cut', 'speed/ten'])
  })

  it('are empty without usage', async () => {
    atMoment('2031-12-30T10:37:00Z')
    expect((await call('GET', '/rankings/all')).body).toMatchObject({
      leaderboard: [],
      provider_share: [],
      speed: { throughput: [], latency: [] },
      category_leaders: [],
    })
    expect((await call('GET', '/rankings/charts')).body).toMatchObject({ series: [] })
  })

  it('are shown by modality in its unit, with the speed of the last 24 hours', async () => {
    await settleWeek('2039')
    atMoment('2039-03-10T10:37:00Z')
    const { kinds, speed, dates } = await readUse({ window: '7d' })
    expect(dates).toHaveLength(7)
    const shown = kinds.map(({ kind, metric, models, providers }) => ({
      kind,
      metric,
      models: models.map(({ id, amount, share, daily }) => [id, amount, share, daily]),
      providers: providers.map(({ id, amount }) => [id, amount]),
    }))
    expect(shown).toEqual([
      {
        kind: 'chat',
        metric: 'total_tokens',
        models: [
          ['acme/large', 1600, 16 / 21, [400, 0, 0, 0, 0, 0, 1200]],
          ['sandbox/chat', 500, 5 / 21, [0, 0, 0, 0, 0, 500, 0]],
        ],
        providers: [
          ['fast', 1200],
          ['sandbox', 500],
          ['slow', 400],
        ],
      },
      {
        kind: 'image',
        metric: 'images',
        models: [['acme/draw', 3, 1, [0, 0, 0, 0, 3, 0, 0]]],
        providers: [['fast', 3]],
      },
    ])
    expect(speed.latency).toMatchObject([{ model_id: 'acme/large', samples: 12 }])
  })

  it('link to providers that have a page', async () => {
    const row = { prompt_tokens: 9, completion_tokens: 1, created_at: '2040-03-10T09:00:00Z' }
    await settle([
      { ...row, provider_id: 'fast' },
      { ...row, provider_id: 'gone' },
    ])
    atMoment('2040-03-10T10:37:00Z')
    const { kinds } = await readUse({ window: '7d' })
    expect(kinds[0]?.providers.map(({ id, is_listed }) => [id, is_listed])).toEqual([
      ['fast', true],
      ['gone', false],
    ])
  })
})

const paths = ['', '/all', '/models', '/charts', '/benchmarks', '/speed'].map((end) => `/rankings${end}`)
const everywhere = [...paths, '/api-account/rankings/all']

describe('rankings refuse', () => {
  it.each(['24h', '1h', '', '7D', '365d'])('a window of "%s": 400', async (window) => {
    for (const path of everywhere)
      expect(await call('GET', `${path}?window=${window}`)).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param: 'window' } },
      })
  })

  it.each(['film', '', 'Chat'])('a modality of "%s": 400', async (modality) => {
    for (const path of everywhere)
      expect(await call('GET', `${path}?modality=${modality}`)).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param: 'modality' } },
      })
  })

  it('redirects only browsers to the page', async () => {
    const headers = { 'sec-fetch-dest': 'document' }
    const open = (path: string) => door('GET', path, { headers, redirect: 'manual' })
    for (const path of ['/rankings', '/rankings/all']) {
      const response = await open(`${path}?window=30d`)
      expect([response.status, response.headers.get('location')]).toEqual([
        307,
        '/explore/rankings?window=30d',
      ])
    }
    expect((await open('/rankings/models')).status).toBe(200)
    expect((await open('/api-account/rankings/all')).status).toBe(200)
  })
})

describe('public rankings', () => {
  it.each(everywhere)('are cached for a minute and 304 when unchanged: %s', async (path) => {
    atMoment('2041-01-02T03:04:05Z')
    const first = await door('GET', path)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60')
    const etag = first.headers.get('etag') ?? ''
    const again = await door('GET', path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })
})

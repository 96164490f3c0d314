import { afterAll, describe, expect, it } from 'vitest'
import { ProviderListReply, ProviderReply } from '@/lib/catalog/models/schema'
import { ProviderStatsReply } from '@/lib/catalog/models/stats-schema'
import { about, ago, atMoment, failed, newTraffic, openDoors } from './testing'

const { call, door, close } = await openDoors()
afterAll(close)
const settle = await newTraffic()

const policies = {
  privacy_policy_url: null,
  terms_of_service_url: null,
  status_page_url: null,
  data_retention_days: 0,
  trains_on_data: false,
  headquarters: 'DE',
}
const noFigures = {
  requests: 0,
  success_rate: null,
  uptime: null,
  latency_p50_ms: null,
  ttft_p50_ms: null,
  throughput_p50_tps: null,
}
const pricing = { prompt: '0.000001', completion: '0.000002' }

const drawing = {
  id: 'acme/draw',
  name: 'Draw',
  modality: 'image',
  context_length: null,
  max_output_tokens: null,
  pricing: { image: { low: '0.01', medium: '0.02', high: '0.03' } },
  supported_parameters: [],
  status: 'operational',
  figures: noFigures,
}
const chatting = {
  id: 'acme/large',
  name: 'Large',
  modality: 'chat',
  context_length: 8000,
  max_output_tokens: 1000,
  pricing,
  supported_parameters: ['tools'],
  status: 'operational',
}

/** What the slow one did in two hours before that moment; it also failed once where another stepped in. */
function settleADay(now: Date): Promise<unknown> {
  const answered = { provider_id: 'slow', prompt_tokens: 100, completion_tokens: 50 }
  const lately = { ...answered, created_at: ago(now, 5), ttft_ms: 500 }
  const before = { ...answered, created_at: ago(now, 130) }
  const tries = [{ provider: 'slow', code: 'upstream_error' }]
  return settle([
    ...Array.from({ length: 90 }, (_, index) => ({ ...lately, latency_ms: 1000 + index })),
    ...Array.from({ length: 10 }, () => ({ ...before, latency_ms: 9000 })),
    { ...before, ...failed('upstream_timeout') },
    { ...before, ...failed('rate_limit_exceeded') },
    { ...before, ...failed('content_policy_violation') },
    { ...answered, created_at: ago(now, 10), provider_id: 'fast', tries },
  ])
}

describe('providers', () => {
  it.each(['/providers', '/api-account/providers'])(
    'lists those in service first at %s: 200',
    async (path) => {
      atMoment('2031-01-02T03:04:05Z')
      const { status, body } = await call('GET', `${path}?status=all`)
      expect(status).toBe(200)
      const { data, object } = ProviderListReply.parse(body)
      expect(object).toBe('list')
      expect(data.slice(0, 4)).toEqual([
        {
          id: 'fast',
          name: 'Fast',
          model_count: 2,
          modalities: ['chat', 'image'],
          status: 'operational',
          disabled_reason: null,
        },
        expect.objectContaining({ id: 'films', modalities: ['video'] }),
        expect.objectContaining({ id: 'sandbox', status: 'operational' }),
        expect.objectContaining({ id: 'slow', status: 'operational', disabled_reason: null }),
      ])
      expect(data[4]).toEqual({
        id: 'keyless',
        name: 'A keyless one',
        model_count: 1,
        modalities: ['chat'],
        status: 'disabled',
        disabled_reason: 'not_configured',
      })
      expect(data.slice(4).every((item) => item.status === 'disabled')).toBe(true)
      const active = await call('GET', path)
      expect(ProviderListReply.parse(active.body).data).toEqual(data.slice(0, 4))
      expect(await call('GET', `${path}?status=off`)).toMatchObject({
        status: 400,
        body: { error: { param: 'status' } },
      })
    },
  )

  it.each(['/providers', '/api-account/providers'])('returns one at %s/{id}: 200', async (path) => {
    const now = atMoment(`2031-02-${path === '/providers' ? '02' : '03'}T03:04:05Z`)
    const answered = { provider_id: 'fast', latency_ms: 1100, ttft_ms: 100, completion_tokens: 50 }
    await settle([
      { ...answered, created_at: ago(now, 30) },
      { ...answered, created_at: ago(now, 60) },
      { ...answered, created_at: ago(now, 61), ...failed('upstream_error') },
      { ...answered, created_at: ago(now, 24 * 60 + 6) },
    ])
    const { status, body } = await call('GET', `${path}/fast`)
    expect(status).toBe(200)
    const figures = {
      requests: 3,
      success_rate: 2 / 3,
      uptime: 200 / 3,
      latency_p50_ms: about(1100),
      ttft_p50_ms: about(100),
      throughput_p50_tps: about(50),
    }
    expect(ProviderReply.parse(body)).toEqual({
      id: 'fast',
      name: 'Fast',
      model_count: 2,
      modalities: ['chat', 'image'],
      status: 'operational',
      disabled_reason: null,
      models: [drawing, { ...chatting, figures }],
      policies,
      throughput: { p50: about(50), p90: about(50), unit: 'tokens/s', window: '24h' },
      as_of: now.toISOString(),
    })
  })

  it('returns the models of a provider without a key', async () => {
    atMoment('2031-03-02T03:04:05Z')
    const { status, models } = ProviderReply.parse((await call('GET', '/providers/keyless')).body)
    expect(status).toBe('disabled')
    expect(models).toMatchObject([{ id: 'acme/large', status: 'disabled', pricing, figures: noFigures }])
  })

  it('returns totals of a window', async () => {
    const now = atMoment('2031-04-02T10:37:05Z')
    await settleADay(now)
    const { status, body } = await call('GET', '/providers/slow/stats')
    expect(status).toBe(200)
    expect(ProviderStatsReply.parse(body)).toMatchObject({
      provider_id: 'slow',
      window: '24h',
      requests: 103,
      success_rate: 100 / 103,
      uptime: (100 * 101) / 103,
      total_tokens: '15000',
      latency_ms: { p50: about(1050), p75: about(1075), p90: about(1090), p99: about(9000) },
      ttft_ms: { p50: about(500), p75: about(500), p90: about(500), p99: about(500) },
      as_of: now.toISOString(),
    })
  })

  it('returns each interval of a window', async () => {
    await settleADay(atMoment('2031-05-02T10:37:05Z'))
    const { series } = ProviderStatsReply.parse((await call('GET', '/providers/slow/stats')).body)
    expect(series).toHaveLength(25)
    expect(series[0]?.start).toBe('2031-05-01T10:35:00.000Z')
    expect(series.filter((point) => point.requests > 0)).toEqual([
      {
        start: '2031-05-02T08:00:00.000Z',
        requests: 13,
        success_rate: 10 / 13,
        uptime: (100 * 11) / 12,
        total_tokens: '1500',
        latency_p50_ms: about(9000),
        ttft_p50_ms: null,
        throughput_p50_tps: about(50 / 9),
      },
      expect.objectContaining({
        start: '2031-05-02T10:00:00.000Z',
        requests: 90,
        success_rate: 1,
        uptime: (100 * 90) / 91,
      }),
    ])
  })

  it.each([
    ['1h', '06', 55, 65, 13],
    ['24h', '07', 24 * 60 - 5, 24 * 60 + 10, 25],
    ['7d', '08', 7 * 1440 - 5, 7 * 1440 + 65, 29],
    ['30d', '11', 30 * 1440 - 5, 30 * 1440 + 65, 31],
  ])(
    'rolls: %s ends now, under either name and at either path',
    async (window, month, inside, outside, points) => {
      const now = atMoment(`2031-${month}-20T10:37:05Z`)
      await settle([
        { provider_id: 'slow', created_at: ago(now, inside) },
        { provider_id: 'slow', created_at: ago(now, outside) },
      ])
      for (const query of [`window=${window}`, `period=${window}`, `window=${window}&period=${window}`])
        for (const path of ['/providers/slow/stats', '/api-account/providers/slow/stats']) {
          const { status, body } = await call('GET', `${path}?${query}`)
          expect(status).toBe(200)
          const reply = ProviderStatsReply.parse(body)
          expect(reply).toMatchObject({ window, requests: 1 })
          expect(reply.series).toHaveLength(points)
          expect(reply.series.reduce((sum, point) => sum + point.requests, 0)).toBe(1)
        }
    },
  )

  it('has null figures without traffic', async () => {
    atMoment('2031-12-12T10:37:05Z')
    const unmeasured = { p50: null, p75: null, p90: null, p99: null }
    expect((await call('GET', '/providers/slow/stats?window=1h')).body).toMatchObject({
      requests: 0,
      success_rate: null,
      uptime: null,
      total_tokens: '0',
      latency_ms: unmeasured,
      ttft_ms: unmeasured,
      throughput_tps: unmeasured,
    })
  })
})

const roots = ['/providers', '/api-account/providers']

describe('the providers’ routes refuse', () => {
  it.each(roots)('an unknown provider at %s: 404', async (root) => {
    for (const path of [`${root}/nobody`, `${root}/nobody/stats`, `${root}/${'%00'}/stats`])
      expect(await call('GET', path)).toMatchObject({
        status: 404,
        body: { error: { type: 'invalid_request_error', code: 'not_found', param: null } },
      })
  })

  it.each([
    ['window', 'window=90d'],
    ['window', 'window='],
    ['window', 'window=24H'],
    ['window', 'window=2h&period=24h'],
    ['period', 'period=1d'],
    ['period', 'window=24h&period='],
    ['period', 'window=24h&period=7d'],
    ['modality', 'modality=film'],
    ['modality', 'modality='],
    ['modality', 'modality=Chat'],
  ])('names %s in %s: 400', async (param, query) => {
    for (const root of roots)
      expect(await call('GET', `${root}/fast/stats?${query}`)).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param } },
      })
  })

  it('redirects only browsers to the page', async () => {
    const open = (path: string, dest: string) =>
      door('GET', path, { headers: { 'sec-fetch-dest': dest }, redirect: 'manual' })
    for (const [path, page] of [
      ['/providers', '/explore/providers'],
      ['/providers?x=1', '/explore/providers?x=1'],
      ['/providers/fast', '/explore/providers/fast'],
      ['/providers/a%2Fb', '/explore/providers/a%2Fb'],
    ] as const) {
      const response = await open(path, 'document')
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toBe(page)
      expect(response.headers.get('vary')).toBe('sec-fetch-dest, accept')
    }
    for (const path of ['/providers/fast/stats', '/api-account/providers', '/api-account/providers/fast'])
      expect((await open(path, 'document')).status).toBe(200)
    expect((await open('/providers', 'empty')).status).toBe(200)
    // Over plain http a browser sends no Sec-Fetch-Dest, but an Accept header.
    const taking = (accept: string) =>
      door('GET', '/providers/fast', { headers: { accept }, redirect: 'manual' })
    const page = await taking('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([page.status, page.headers.get('location')]).toEqual([307, '/explore/providers/fast'])
    expect((await taking('text/html, image/gif, image/jpeg, */*; q=0.2')).status).toBe(200)
  })
})

describe('public responses', () => {
  it('have an ETag, are cached for a minute, and are 304 when unchanged', async () => {
    atMoment('2041-01-02T03:04:05Z')
    const headers = { 'cache-control': 'public, max-age=60, stale-while-revalidate=60' }
    for (const path of ['/providers', '/providers/fast', '/api-account/providers/fast/stats']) {
      const first = await door('GET', path)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{20,}"$/)
      expect(Object.fromEntries(first.headers)).toMatchObject(headers)
      for (const condition of [etag, `"other", W/${etag}`, '*']) {
        const again = await door('GET', path, { headers: { 'if-none-match': condition } })
        expect([again.status, await again.text()]).toEqual([304, ''])
        expect(Object.fromEntries(again.headers)).toMatchObject({ ...headers, etag })
      }
      expect((await door('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
  })

  it('are updated within a minute', async () => {
    const year = 2043
    const requestsNow = async () => {
      const { body } = await call('GET', '/providers/slow/stats')
      return body
    }
    const now = atMoment(`${year}-01-02T03:04:05Z`)
    expect(await requestsNow()).toMatchObject({ requests: 0, as_of: now.toISOString() })
    await settle([{ provider_id: 'slow', created_at: now.toISOString() }])
    atMoment(`${year}-01-02T03:04:25Z`)
    expect(await requestsNow()).toMatchObject({ requests: 0, as_of: now.toISOString() })
    const later = atMoment(`${year}-01-02T03:05:05Z`)
    expect(await requestsNow()).toMatchObject({ requests: 1, as_of: later.toISOString() })
  })
})

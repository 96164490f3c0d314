import { afterAll, describe, expect, it, vi } from 'vitest'
import { atMoment, newTraffic, openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)
const settle = await newTraffic()

const roots = ['/providers', '/api-account/providers']

describe.each(doors)('What the providers’ routes refuse through the %s door', (_door, call, door) => {
  it.each(roots)('a provider that there is not at %s: 404', async (root) => {
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
  ])('names %s in %s: 400', async (param, query) => {
    for (const root of roots)
      expect(await call('GET', `${root}/fast/stats?${query}`)).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param } },
      })
  })

  it('sends a person who opens an address to its page, and nobody else', async () => {
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
    // Over plain http a browser does not say where the answer goes, but what it takes.
    const taking = (accept: string) =>
      door('GET', '/providers/fast', { headers: { accept }, redirect: 'manual' })
    const page = await taking('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([page.status, page.headers.get('location')]).toEqual([307, '/explore/providers/fast'])
    expect((await taking('text/html, image/gif, image/jpeg, */*; q=0.2')).status).toBe(200)
  })
})

describe.each(doors)('Answers for everybody through the %s door', (name, call, door) => {
  it('carry an ETag, may be kept for a minute, and are 304 for whoever has them', async () => {
    atMoment(`20${name === 'web' ? 41 : 42}-01-02T03:04:05Z`)
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

  it('are counted anew after a minute at the latest', async () => {
    const year = name === 'web' ? 2043 : 2044
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

describe('The limit of an address', () => {
  it('is 300 a minute, for all of the catalog together: 429', async () => {
    const [, [, , door] = []] = doors
    if (door === undefined) throw new Error('no door')
    // The limit refills by five a second, as fast as a busy machine asks.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const answers = []
    for (let index = 0; index < 301; index++) answers.push((await door('GET', roots[index % 2] ?? '')).status)
    expect(answers).toContain(429)
    const refused = await door('GET', '/providers')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', metadata: { limit_source: 'gateway' } },
    })
  })
})

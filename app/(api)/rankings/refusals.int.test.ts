import { afterAll, describe, expect, it } from 'vitest'
import { atMoment } from '../providers/testing'
import { openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)

const paths = ['', '/all', '/models', '/charts', '/benchmarks', '/speed'].map((end) => `/rankings${end}`)
const all = [...paths, '/api-account/rankings/all']

describe.each(doors)('What the rankings refuse through the %s door', (_door, call, door) => {
  it.each(['24h', '1h', '', '7D', '365d'])('a window of "%s": 400', async (window) => {
    for (const path of all)
      expect(await call('GET', `${path}?window=${window}`)).toMatchObject({
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'invalid_parameter', param: 'window' } },
      })
  })

  it('sends a person who opens an address to its page, and nobody else', async () => {
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

describe.each(doors)('Rankings for everybody through the %s door', (name, _call, door) => {
  it.each(all)('may be kept for a minute and are 304 for whoever has them: %s', async (path) => {
    atMoment(`20${name === 'web' ? 41 : 42}-01-02T03:04:05Z`)
    const first = await door('GET', path)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60')
    const etag = first.headers.get('etag') ?? ''
    const again = await door('GET', path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })
})

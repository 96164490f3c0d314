import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchWhereMoved } from './fetch-where-moved'
import { listen } from './testing/listen'

beforeEach(() => vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1'))

const limits = { timeoutMillis: 20_000, maxBytes: 1000, headers: { 'x-key': 'secret' } }

describe('a link that leads elsewhere', () => {
  test('is followed, and its headers stay at home', async () => {
    const seen: unknown[] = []
    const far = await listen((request, response) => {
      seen.push(request.headers['x-key'])
      response.end('here')
    })
    const home = await listen((request, response) => {
      seen.push(request.headers['x-key'])
      response.writeHead(302, { location: request.url === '/a' ? '/b' : `${far}/c` }).end()
    })
    const answer = await fetchWhereMoved(`${home}/a`, limits)
    expect([answer.status, String(await answer.bytes())]).toEqual([200, 'here'])
    expect(seen).toEqual(['secret', 'secret', undefined])
  })

  test('is followed three times, and not into a private network', async () => {
    let asked = 0
    const home = await listen((request, response) => {
      asked += 1
      const location = request.url === '/in' ? 'http://10.0.0.1/' : '/on'
      response.writeHead(307, { location }).end()
    })
    expect((await fetchWhereMoved(`${home}/on`, limits)).status).toBe(307)
    expect(asked).toBe(4)
    await expect(fetchWhereMoved(`${home}/in`, limits)).rejects.toMatchObject({ name: 'OutboundError' })
  })

  test('is answered as it is where it leads nowhere', async () => {
    const home = await listen((request, response) => {
      response.writeHead(302, request.url === '/bad' ? { location: 'http://' } : {}).end()
    })
    expect((await fetchWhereMoved(`${home}/bad`, limits)).status).toBe(302)
    expect((await fetchWhereMoved(`${home}/none`, limits)).status).toBe(302)
  })
})

import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { listen } from '../testing/listen'
import { download, fetchWhereMoved } from './safe-fetch'

/** As it is, with its waits left out. */
vi.mock(import('p-retry'), async (load) => {
  const real = await load()
  return { ...real, default: (attempt, options) => real.default(attempt, { ...options, minTimeout: 0 }) }
})

beforeEach(() => vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1'))

type Turn = (response: ServerResponse) => void
const ok: Turn = (response) => void response.end('picture')
const status =
  (code: number): Turn =>
  (response) =>
    void response.writeHead(code).end()

/** A host that does these one after the other, the last of them for ever; and how often it was asked. */
async function host(...turns: Turn[]) {
  let asked = 0
  const origin = await listen((_request, response) => {
    turns[Math.min(asked++, turns.length - 1)]?.(response)
  })
  return { origin, asked: () => asked }
}

function fetched(url: string, signal = new AbortController().signal): Promise<unknown> {
  const request = { timeoutMillis: 20_000, maxBytes: 1000, signal }
  return download({ url, request }, async (answer) => String(await answer.bytes())).catch((error) => error)
}

describe('a link', () => {
  it.each<[string, Turn]>([
    ['answers 503', status(503)],
    ['answers 429', status(429)],
    ['hangs up', (response) => void response.destroy()],
    [
      'hangs up in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '7' }).write('pic')
        setImmediate(() => response.destroy())
      },
    ],
  ])('that %s is asked again', async (_what, turn) => {
    const { origin, asked } = await host(turn, turn, ok)
    expect(await fetched(origin)).toBe('picture')
    expect(asked()).toBe(3)
  })

  it.each<[string, Turn, string, number]>([
    ['leads to nothing', status(404), 'absent', 1],
    ['leads to what is no picture yet', status(204), 'absent', 1],
    ['leads to too much', (response) => void response.end('x'.repeat(2000)), 'too_large', 1],
    [
      'leads into a private network',
      (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'refused',
      1,
    ],
    ['stays in trouble', status(500), 'unready', 4],
  ])('that %s is given up', async (_what, turn, fault, times) => {
    const { origin, asked } = await host(turn)
    expect(await fetched(origin)).toMatchObject({ name: 'OutboundError', fault })
    expect(asked()).toBe(times)
  })

  it('is not asked again by whoever gave up', async () => {
    const { origin, asked } = await host(status(503))
    const giveUp = new AbortController()
    const reason = new Error('enough')
    const done = fetched(origin, giveUp.signal)
    giveUp.abort(reason)
    expect(await done).toBe(reason)
    expect(asked()).toBeLessThan(2)
  })
})

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

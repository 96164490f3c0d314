import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { listen } from '../testing/listen'
import { createUrlCheck, type OutboundError, parseAllowList, type Resolve } from './outbound-url'
import { createConnector, createSafeFetch, download, explainFailure, fetchWhereMoved } from './safe-fetch'

/** The real one, with its waits left out. */
vi.mock(import('p-retry'), async (load) => {
  const real = await load()
  return { ...real, default: (attempt, options) => real.default(attempt, { ...options, minTimeout: 0 }) }
})

describe('safe fetch', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function listen(handle: RequestListener): Promise<{ port: number; url: string }> {
    const server = createServer(handle).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not a port')
    return { port: address.port, url: `http://127.0.0.1:${address.port}` }
  }

  const unasked: Resolve = () => Promise.reject(new Error('nobody should ask'))
  const openFetch = createSafeFetch(parseAllowList('127.0.0.1'), unasked)
  const patience = { timeoutMillis: 20_000, maxBytes: 1000 }
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no fault',
      (error: OutboundError) => error.fault,
    )

  describe('an exchange', () => {
    test('brings status, headers and body', async () => {
      const { url } = await listen(async (request, response) => {
        const parts = await request.toArray()
        const seen = `${request.method} ${request.url} ${request.headers['x-a']} ${request.headers['accept-encoding']} ${Buffer.concat(parts)}`
        response.writeHead(418, { 'x-b': '2' }).end(seen)
      })
      const request = { method: 'POST', headers: { 'x-a': '1' }, body: 'hello', ...patience } as const
      const answer = await openFetch(`${url}/path?q=1#fragment`, request)
      expect(answer.status).toBe(418)
      expect(answer.headers['x-b']).toBe('2')
      expect((await answer.bytes()).toString()).toBe('POST /path?q=1 1 identity hello')
    })

    test('ends at a redirect', async () => {
      let asked = 0
      const { url } = await listen((_request, response) => {
        asked += 1
        response.writeHead(302, { location: '/elsewhere' }).end()
      })
      expect((await openFetch(url, patience)).status).toBe(302)
      expect(asked).toBe(1)
    })

    test('has a limit of bytes: announced ones are not even read', async () => {
      const { url } = await listen((_request, response) => response.end('x'.repeat(1001)))
      expect(await faultOf(openFetch(url, patience))).toBe('too_large')
    })

    test('has a limit of bytes: unannounced ones are counted', async () => {
      const { url } = await listen((_request, response) => {
        response.write('x'.repeat(900))
        response.end('x'.repeat(101))
      })
      const answer = await openFetch(url, patience)
      expect(await faultOf(answer.bytes())).toBe('too_large')
    })

    test('exactly the limit passes', async () => {
      const { url } = await listen((_request, response) => response.end('x'.repeat(1000)))
      const answer = await openFetch(url, patience)
      expect((await answer.bytes()).length).toBe(1000)
    })

    test('has a limit of time, for the head', async () => {
      const { url } = await listen(() => undefined)
      expect(await faultOf(openFetch(url, { ...patience, timeoutMillis: 50 }))).toBe('timeout')
    })

    test('has a limit of time, for a body that trickles', async () => {
      const { url } = await listen((_request, response) => {
        const timer = setInterval(() => response.write('x'), 5)
        response.on('close', () => clearInterval(timer))
      })
      const limit = new AbortController()
      vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
      const answer = await openFetch(url, { ...patience, maxBytes: 1_000_000 })
      const fault = faultOf(answer.bytes())
      limit.abort(new DOMException('The time is over.', 'TimeoutError')) // not before the head is there
      expect(await fault).toBe('timeout')
    })

    test('can be aborted by its caller, whose reason it throws', async () => {
      const control = new AbortController()
      const { url } = await listen(() => control.abort('enough'))
      await expect(openFetch(url, { ...patience, signal: control.signal })).rejects.toBe('enough')
    })

    test('can be hung up on after a look at the head', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const { url } = await listen((_request, response) => {
        response.on('close', resolve)
        response.write('x')
      })
      const answer = await openFetch(url, patience)
      answer.discard()
      await promise
    })

    test('that is cut off is broken', async () => {
      const { url } = await listen((_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('x', () => response.destroy())
      })
      const answer = await openFetch(url, patience)
      expect(await faultOf(answer.bytes())).toBe('broken')
    })

    test('without a server is unreachable', async () => {
      const { url, port } = await listen(() => undefined)
      await new Promise((resolve) =>
        servers.find((one) => JSON.stringify(one.address()).includes(`${port}`))?.close(resolve),
      )
      expect(await faultOf(openFetch(url, patience))).toBe('unreachable')
    })
  })

  describe('addresses', () => {
    async function privateServer() {
      const heard: string[] = []
      const { port } = await listen((request, response) => {
        heard.push(request.url ?? '')
        response.end()
      })
      return { port, heard }
    }

    test('a name that turns to a private address after it was checked is not connected to', async () => {
      const { port, heard } = await privateServer()
      const answers = [['93.184.216.34'], ['127.0.0.1']]
      const resolve: Resolve = async () => answers.shift() ?? ['127.0.0.1']
      const none = parseAllowList('')
      expect(await createUrlCheck(none, resolve)(`https://rebinding.example:${port}/`)).toBeUndefined()
      const fault = faultOf(createSafeFetch(none, resolve)(`https://rebinding.example:${port}/`, patience))
      expect(await fault).toBe('refused')
      expect(heard).toEqual([])
    })

    test('one private address among public ones is enough to refuse', async () => {
      const resolve: Resolve = async () => ['93.184.216.34', '::1']
      const fault = faultOf(createSafeFetch(parseAllowList(''), resolve)('https://mixed.example/', patience))
      expect(await fault).toBe('refused')
    })

    test('every new connection resolves the name again', async () => {
      let asked = 0
      const resolve: Resolve = async () => {
        asked += 1
        return ['10.0.0.1']
      }
      const fetch = createSafeFetch(parseAllowList(''), resolve)
      await faultOf(fetch('https://again.example/', patience))
      await faultOf(fetch('https://again.example/', patience))
      expect(asked).toBe(2)
    })

    test('an address in the URL is checked without a look-up', async () => {
      const { port, heard } = await privateServer()
      const fetch = createSafeFetch(parseAllowList('somewhere'), unasked)
      expect(await faultOf(fetch(`https://127.0.0.1:${port}/`, patience))).toBe('refused')
      expect(heard).toEqual([])
    })

    test('only the allowed port of a host is open', async () => {
      const { port } = await privateServer()
      const other = await privateServer()
      const fetch = createSafeFetch(parseAllowList(`127.0.0.1:${port}`), unasked)
      expect((await fetch(`http://127.0.0.1:${port}/`, patience)).status).toBe(200)
      expect(await faultOf(fetch(`http://127.0.0.1:${other.port}/`, patience))).toBe('refused')
      expect(other.heard).toEqual([])
    })
  })

  describe('the check at submission', () => {
    const check = (resolve: Resolve) => createUrlCheck(parseAllowList('receiver'), resolve)

    test.each([
      ['https://example.com/', ['93.184.216.34'], undefined],
      ['https://inside.example/', ['10.1.2.3'], 'The URL must resolve to public addresses only.'],
      ['https://nothing.example/', [], 'The URL must name a host that has an address.'],
      ['http://example.com/', ['93.184.216.34'], 'The URL must be https.'],
    ])('%s at %j: %s', async (url, addresses, reason) => {
      expect(await check(async () => addresses)(url)).toBe(reason)
    })

    test('an allowed host is not looked up', async () => {
      expect(await check(unasked)('http://receiver:1234/')).toBeUndefined()
    })

    test('name servers that do not answer are no fault of the URL', async () => {
      expect(await check(unasked)('https://example.com/')).toBeUndefined()
    })
  })

  test.each([
    ['CERT_HAS_EXPIRED', 'broken', 'The TLS connection is not trusted: CERT_HAS_EXPIRED.'],
    ['HPE_INVALID_CONSTANT', 'broken', 'The response is not valid HTTP.'],
    ['ECONNREFUSED', 'unreachable', 'The connection was refused.'],
    ['SOMETHING_NEW', 'broken', 'The request failed.'],
  ])('%s is explained', (code, fault, message) => {
    const inner = Object.assign(new Error('inner words with 10.0.0.1'), { code })
    expect(explainFailure(new AggregateError([inner]))).toMatchObject({ fault, message })
  })
})

describe('create connector', () => {
  test.each(['10.0.0.1', '[::1]'])('opens no connection to %s, for any caller', async (hostname) => {
    const connect = createConnector(parseAllowList(''), () => Promise.reject(new Error('nobody should ask')))
    const fault = await new Promise((resolve) => {
      connect({ hostname, protocol: 'https:', port: '9' }, (...[error]) => resolve(error))
    })
    expect(fault).toMatchObject({ fault: 'refused' })
  })
})

describe('download', () => {
  beforeEach(() => vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1'))

  type Turn = (response: ServerResponse) => void
  const ok: Turn = (response) => void response.end('picture')
  const status =
    (code: number): Turn =>
    (response) =>
      void response.writeHead(code).end()

  /** A host that does these one after the other, the last of them for ever; and its number of requests. */
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
})

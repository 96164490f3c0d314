import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { clientAddress, isLoopbackName, isNetworkList, networkOf } from './client-address'
import { clock } from './clock'
import { createFreshCache } from './fresh-cache'
import { takeFromBucket, takeToken } from './rate-limit'

describe('a rate limit', () => {
  it('allows the whole limit at once, then refuses with the time to wait', () => {
    const states = Array.from({ length: 4 }, () => takeFromBucket('burst', 3, 1_000_000))
    expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ])
    expect(states[0]).toMatchObject({ limit: 3, resetSeconds: 20, retryAfterSeconds: 0 })
    expect(states[3]).toMatchObject({ retryAfterSeconds: 20, resetSeconds: 60 })
    expect(takeFromBucket('burst', 3, 1_000_000 + 20_000).allowed).toBe(true)
  })

  it('never lets more than twice the limit through in a minute, nor wastes what has refilled', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 1, max: 30 }),
        (gaps, perMinute) => {
          const bucket = `b${Math.random()}`
          let now = 10_000_000
          const allowed: number[] = []
          for (const gap of gaps) {
            now += gap
            if (takeFromBucket(bucket, perMinute, now).allowed) allowed.push(now)
          }
          for (const at of allowed)
            expect(allowed.filter((one) => one >= at && one < at + 60_000).length).toBeLessThanOrEqual(
              perMinute * 2,
            )
          expect(takeFromBucket(bucket, perMinute, now + 60_000).remaining).toBe(perMinute - 1)
        },
      ),
    )
  })

  it('does not mind a clock that is set back', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1) // nothing refills
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    await takeToken('set-back', 600)
    clock.mockRestore()
    expect(await takeToken('set-back', 600)).toMatchObject({ allowed: true, remaining: 598, resetSeconds: 1 })
  })
})

const start = Date.parse('2026-05-05T05:05:05Z')
const atSecond = (second: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(start + second * 1000))

/** A cache of its own that counts how often it was asked to count. */
function makeCounter() {
  const cached = createFreshCache<{ number: number }>(`test-${randomUUID()}`)
  const count = vi.fn(async () => ({ number: count.mock.calls.length }))
  return { count, read: (key = 'one') => cached(key, count) }
}

describe('cached figures', () => {
  it('are read once for all callers, who get the same object', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    const [first, second] = await Promise.all([read(), read()])
    atSecond(29)
    expect([second, await read()]).toEqual([first, first])
    expect(await read()).toBe(first)
    expect(count).toHaveBeenCalledTimes(1)
    expect(await read('other')).toEqual({ number: 2 })
  })

  it('are counted anew beside the answer after half a minute, and before it after a whole one', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    await read()
    atSecond(30)
    expect(await Promise.all([read(), read()])).toEqual([{ number: 1 }, { number: 1 }])
    expect(count).toHaveBeenCalledTimes(2)
    await expect.poll(() => read()).toEqual({ number: 2 })
    atSecond(90)
    expect(await read()).toEqual({ number: 3 })
  })

  it('are not cached when counting fails; the old ones serve until they are a minute old', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    count.mockRejectedValueOnce(new Error('no database'))
    await expect(read()).rejects.toThrow('no database')
    expect(await read()).toEqual({ number: 2 })
    atSecond(40)
    count.mockRejectedValueOnce(new Error('no database'))
    expect(await read()).toEqual({ number: 2 })
    await expect.poll(() => read().then(() => count)).toHaveBeenCalledTimes(4)
    atSecond(105)
    count.mockRejectedValueOnce(new Error('no database'))
    await expect(read()).rejects.toThrow('no database')
  })
})

const proxies = '127.0.0.1, ::1, 10.0.0.0/8, fd00::/8, 198.51.100.7'

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['192.168.1.2', '1.2.3.4', '192.168.1.2'],
    ['127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.2', 'spoofed, 1.2.3.4', '1.2.3.4'],
    ['fd00::1', '2001:db8::5', '2001:db8::5'],
    // From the end, through every proxy that is known, and no further.
    ['127.0.0.1', '9.9.9.9, 1.2.3.4, 198.51.100.7, 10.1.2.3', '1.2.3.4'],
    ['127.0.0.1', '10.9.9.9, ::ffff:10.1.2.3', '10.9.9.9'],
    ['198.51.100.8', '1.2.3.4', '198.51.100.8'],
    ['::1', '', '::1'],
    ['127.0.0.1', '1.2.3.4:4711', '1.2.3.4'],
    ['127.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['127.0.0.1', '[2001:db8::5]', '2001:db8::5'],
    ['127.0.0.1', '1.2.3.4, somebody', '127.0.0.1'],
    ['fe80::1%eth0', '1.2.3.4', 'fe80::1%eth0'],
    [undefined, undefined, 'unknown'],
    [undefined, '1.2.3.4', 'unknown'],
  ])('of %s forwarding %s is %s', (peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, proxies)).toBe(expected)
  })

  it('trusts no header if no proxy is set', () => {
    expect(clientAddress('127.0.0.1', '1.2.3.4', '')).toBe('127.0.0.1')
  })
})

it.each([
  ['', true],
  [' 127.0.0.1 , ::1,', true],
  ['10.0.0.0/8,2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['proxy.internal', false],
  ['fe80::1%eth0', false],
])('"%s" is a list of networks: %s', (text, expected) => {
  expect(isNetworkList(text)).toBe(expected)
})

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['10.0.0.1', false],
  ['1127.0.0.1', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
])('%s is loopback: %s', (name, expected) => {
  expect(isLoopbackName(name)).toBe(expected)
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected)
})

import { beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import type { LimitGroup } from './contract'
import type { Exchange } from './exchange'
import { applyLimit, overLimit } from './run-route'

const exchangeFrom = (peer: string): Exchange => ({
  id: 'req_1',
  method: 'GET',
  path: '/v1/any',
  query: new URLSearchParams(),
  headers: {},
  peer,
  readBody: async () => Buffer.alloc(0),
  releaseBody: () => undefined,
  answerHeaders: {},
  takeRoom: async () => undefined,
  readStream: async function* () {},
  signal: new AbortController().signal,
})

const customer = { customerId: 'cus_1', isOperator: false }

function person(): Caller {
  return { ...customer, userId: newId('usr'), apiKey: null }
}

function key(rateLimitRpm: number | null = null): Caller {
  const apiKey = {
    id: newId('key'),
    name: 'k',
    scopes: ['inference'],
    allowedModels: null,
    limitNanos: null,
    limitReset: null,
    rateLimitRpm,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: [] },
  }
  return { ...customer, userId: null, apiKey }
}

/** How many requests are left after this one. */
async function leftAfter(group: LimitGroup, caller: Caller | null, peer = '192.0.2.1'): Promise<number> {
  return (await applyLimit(group, caller, exchangeFrom(peer))).remaining
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] }) // no refill during the test
  return () => vi.useRealTimers()
})

it('counts each key, person and address separately', async () => {
  for (const [one, other] of [
    [key(), key()],
    [person(), person()],
  ]) {
    expect(await leftAfter('account', one ?? null)).toBe(299)
    expect(await leftAfter('account', one ?? null)).toBe(298)
    expect(await leftAfter('account', other ?? null)).toBe(299)
  }
  expect(await leftAfter('catalog', null, '192.0.2.7')).toBe(299)
  expect(await leftAfter('catalog', null, '192.0.2.7')).toBe(298)
  expect(await leftAfter('catalog', null, '192.0.2.8')).toBe(299)
})

it('counts all addresses of an IPv6 network together', async () => {
  expect(await leftAfter('catalog', null, '2001:db8:1:2::1')).toBe(299)
  expect(await leftAfter('catalog', null, '2001:db8:1:2:3:4:5:6')).toBe(298)
  expect(await leftAfter('catalog', null, '2001:db8:1:3::1')).toBe(299)
})

it('counts each group separately', async () => {
  for (const caller of [key(), person()]) {
    expect(await leftAfter('account', caller)).toBe(299)
    expect(await leftAfter('task_read', caller)).toBe(1199)
    expect(await leftAfter('account', caller)).toBe(298)
  }
  expect(await leftAfter('catalog', null, '192.0.2.9')).toBe(299)
  expect(await leftAfter('probe', null, '192.0.2.9')).toBe(5999)
})

it('counts all inference of a key that has its own limit together, and nothing else', async () => {
  const caller = key(3)
  expect(await leftAfter('chat', caller)).toBe(2)
  expect(await leftAfter('image_create', caller)).toBe(1)
  expect(await leftAfter('task_read', caller)).toBe(1199)
  expect(await leftAfter('video_create', caller)).toBe(0)
  expect((await applyLimit('chat', caller, exchangeFrom('192.0.2.1'))).allowed).toBe(false)
})

it('a key’s own limit never exceeds that of the group', async () => {
  expect(await leftAfter('chat', key(1_000_000))).toBe(599)
})

it('refuses only requests over the limit, with the time to wait', async () => {
  env().RATE_LIMIT_PRESIGN = 1
  const caller = key()
  const state = () => applyLimit('presign', caller, exchangeFrom('192.0.2.1'))
  const first = await state()
  expect(overLimit(first, caller)).toBeUndefined()
  const second = await state()
  expect(overLimit(second, caller)).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 60 })
})

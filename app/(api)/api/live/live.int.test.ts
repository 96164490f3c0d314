import { EventSourceParserStream } from 'eventsource-parser/stream'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { newMember } from '@/lib/account/identity/testing/new-member'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { openDoors } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { bookedNews, watchRequests } from '@/lib/money/usage/live'
import { LiveItem, LiveQuery } from '@/lib/money/usage/schema'
import { bookUsage, settleRequests } from '@/lib/money/usage/testing'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import type { Sink } from '@/lib/platform/stream'
import { newPerson } from '../../api-account/admin/testing'
import * as everybody from './everybody/route'
import * as requests from './requests/route'

const { door, call, close } = await openDoors({
  '/api/live/requests': requests,
  '/api/live/everybody': everybody,
})
const open: AbortController[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.abort()
})
afterAll(close)
beforeAll(() => bookedNews.open())

async function newOrganization() {
  const { customerId } = await newAccountOwner()
  await grantCredit({ customerId, amountNanos: 10n ** 10n, key: `grant:${customerId}` })
  return { customerId, owner: await newMember(customerId, 'owner') }
}

type Event = { id?: string | undefined; event?: string | undefined; data: string }

/** A page that follows a stream, as browsers read one. */
async function follow(path: string, cookie: string, headers: Record<string, string> = {}) {
  const hangUp = new AbortController()
  open.push(hangUp)
  const response = await door('GET', path, { headers: { cookie, ...headers }, signal: hangUp.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const events: Event[] = []
  const stream = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const ended = (async () => {
    for await (const event of stream ?? []) events.push(event)
  })().catch(() => undefined)
  const rows = () =>
    events.filter(({ event }) => event === 'request').map(({ data }) => LiveItem.parse(JSON.parse(data)))
  return { events, rows, ids: () => rows().map(({ id }) => id), ended, hangUp: () => hangUp.abort() }
}

const path = '/api/live/requests'

describe('A live list', () => {
  it('gets each request once it is settled, with its bill and its attempts', async () => {
    const { owner } = await newOrganization()
    const live = await follow(path, owner.cookie)
    const tries = [{ provider: 'first', code: 'upstream_error', status: 500, latencyMs: 40 }]
    const id = await bookUsage(owner, new Date(), {
      attempts: [...tries, { provider: 'sandbox', code: null, status: 200, latencyMs: 60 }].map((one) => ({
        model: null,
        route: null,
        ...one,
      })),
    })
    await expect.poll(live.ids).toEqual([id])
    expect(live.rows()[0]).toMatchObject({
      status: 'success',
      cost: '0.000018',
      attempts: [{ provider: 'first', latency_ms: 40 }, { provider: 'sandbox' }],
    })
    expect(live.rows()[0]).not.toHaveProperty('customer_id')
    expect(live.events.find(({ event }) => event === 'request')?.id).toMatch(/^\d{13}$/)
  })

  it('gets what its filters match', async () => {
    const { owner } = await newOrganization()
    const live = await follow(`${path}?status=failed&modality=chat`, owner.cookie)
    await bookUsage(owner, new Date())
    const id = await bookUsage(owner, new Date(), { status: 'failed', errorCode: 'upstream_error' })
    await expect.poll(live.ids).toEqual([id])
    expect(await call('GET', `${path}?model=none`, { headers: { cookie: owner.cookie } })).toMatchObject({
      status: 400,
      body: { error: { param: 'model' } },
    })
  })

  it('goes on after the last event', async () => {
    const { owner } = await newOrganization()
    const first = await follow(path, owner.cookie)
    await bookUsage(owner, new Date(Date.now() - 20_000))
    await expect.poll(first.ids).toHaveLength(1)
    first.hangUp()
    const [before] = first.rows()
    const ended = Date.parse(before?.created_at ?? '') + (before?.latency_ms ?? 0)
    expect(Number(first.events.at(-1)?.id)).toBeGreaterThanOrEqual(ended)
    const minute = { created_at: new Date(ended - 60_000).toISOString(), customer_id: owner.customerId }
    // One that had ended long before, and one that began earlier and ended since.
    const [, missed] = await settleRequests([
      { ...minute, latency_ms: 1000 },
      { ...minute, latency_ms: 60_500 },
    ])
    const again = await follow(path, owner.cookie, { 'last-event-id': first.events.at(-1)?.id ?? '' })
    // And the last event once more: the page knows it.
    await expect.poll(again.ids).toEqual([missed?.id, before?.id])
  })

  it('says that there is more than it sends', async () => {
    const { owner } = await newOrganization()
    const row = { created_at: new Date().toISOString(), customer_id: owner.customerId }
    await settleRequests(Array.from({ length: 130 }, () => row))
    const live = await follow(`${path}?after=${Date.now() - 60_000}`, owner.cookie)
    await expect.poll(live.ids).toHaveLength(100)
    await expect.poll(() => live.events.at(-1)).toMatchObject({ event: 'skipped', data: '{"count":null}' })
  })
})

describe('Who may watch', () => {
  it('a person with a session, and no key', async () => {
    const { owner } = await newOrganization()
    const { key } = await createKey(owner, { name: 'all', scopes: ['account:read'] })
    const refusal = { status: 403, body: { error: { code: 'insufficient_scope' } } }
    expect(await call('GET', path, { key })).toMatchObject(refusal)
    expect(await call('GET', path)).toMatchObject({ status: 401 })
    const operator = await newPerson({ isOperator: true })
    expect(await call('GET', '/api/live/everybody', { key: operator.operatorKey })).toMatchObject(refusal)
    const missing = { status: 404, body: { error: { code: 'not_found' } } }
    expect(await call('GET', '/api/live/everybody', { headers: { cookie: owner.cookie } })).toMatchObject(
      missing,
    )
  })

  it('sees nothing of the tenant next door, and a developer only own requests', async () => {
    const [ours, theirs] = [await newOrganization(), await newOrganization()]
    const developer = await newMember(ours.customerId, 'developer')
    const all = await follow(path, ours.owner.cookie)
    const own = await follow(path, developer.cookie)
    await bookUsage(theirs.owner, new Date())
    const mine = await bookUsage(developer, new Date())
    const owners = await bookUsage(ours.owner, new Date())
    await expect.poll(all.ids).toEqual([mine, owners])
    await expect.poll(own.ids).toEqual([mine])
  })

  it('gets no row of another customer, whatever a message says', async () => {
    const [ours, theirs] = [await newOrganization(), await newOrganization()]
    const [row] = await settleRequests([
      { created_at: new Date().toISOString(), customer_id: theirs.customerId },
    ])
    const live = await follow(path, ours.owner.cookie)
    const rows = [[theirs.customerId, row?.id, Date.parse(row?.created_at ?? '')]]
    bookedNews.tell([[ours.customerId, JSON.stringify({ rows, dropped: 0 })]])
    const id = await bookUsage(ours.owner, new Date())
    await expect.poll(live.ids).toEqual([id])
  })

  it('an operator sees all customers, with their names and what providers charge', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()]
    const { cookie } = await newPerson({ isOperator: true })
    const live = await follow('/api/live/everybody', cookie)
    await bookUsage(one.owner, new Date())
    await bookUsage(other.owner, new Date())
    const customers = () => live.rows().map((row) => row.customer_id)
    await expect.poll(customers).toEqual(expect.arrayContaining([one.customerId, other.customerId]))
    const row = live.rows().find(({ customer_id }) => customer_id === one.customerId)
    expect(row).toMatchObject({ customer_name: 'Ann', upstream_cost: '0.000018' })
  })

  it('at most ten lists at a time', async () => {
    const { owner } = await newOrganization()
    const lists = await Promise.all(Array.from({ length: 10 }, () => follow(path, owner.cookie)))
    const eleventh = () => call('GET', path, { headers: { cookie: owner.cookie } })
    expect(await eleventh()).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    lists[0]?.hangUp()
    // Once the server noticed that it hung up, there is room for one.
    await expect
      .poll(() =>
        follow(path, owner.cookie).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })
})

describe('Another node', () => {
  let node: pg.Client
  const heard: string[] = []
  beforeAll(async () => {
    node = new pg.Client({ connectionString: env().DATABASE_URL })
    await node.connect()
    node.on('notification', ({ payload = '' }) => heard.push(payload))
    await node.query('LISTEN usage_booked')
  })
  afterAll(() => node.end())
  const notify = (channel: string, payload: string) =>
    node.query('SELECT pg_notify($1, $2)', [channel, payload])

  it('is told what this one books while it has watchers, and nothing before', async () => {
    const { owner, customerId } = await newOrganization()
    await bookUsage(owner, new Date())
    await notify('usage_booked_watch', customerId)
    await expect.poll(() => bookedNews.watched().has(customerId)).toBe(true)
    const id = await bookUsage(owner, new Date())
    const ours = () => heard.filter((message) => message.startsWith(`${customerId} `))
    await expect.poll(ours).toHaveLength(1)
    expect(ours()[0]).toContain(id)
  })

  it('tells the watchers of this one', async () => {
    const { owner, customerId } = await newOrganization()
    const live = await follow(path, owner.cookie)
    // Booked as by a process that this one does not know of.
    const [row] = await settleRequests([{ created_at: new Date().toISOString(), customer_id: customerId }])
    expect(live.ids()).toEqual([])
    const told = { rows: [[customerId, row?.id, Date.parse(row?.created_at ?? '')]], dropped: 7 }
    await notify('usage_booked', `${customerId} ${JSON.stringify(told)}`)
    await expect.poll(live.ids).toEqual([row?.id])
    await expect.poll(() => live.events.at(-1)).toMatchObject({ event: 'skipped', data: '{"count":7}' })
  })

  it('is forgotten when it announces nothing', async () => {
    const { owner, customerId } = await newOrganization()
    const now = performance.now()
    await notify('usage_booked_watch', customerId)
    await expect.poll(() => bookedNews.watched().has(customerId)).toBe(true)
    const later = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
    expect(bookedNews.watched().has(customerId)).toBe(false)
    expect(bookedNews.isWatched).toBe(false)
    later.mockRestore()
    await bookUsage(owner, new Date())
    expect(heard.filter((message) => message.startsWith(`${customerId} `))).toEqual([])
  })
})

/** A connection that takes nothing until it is drained. */
class SlowSink implements Sink {
  text = ''
  isFull = true
  isEnded = false
  #drained: () => void = () => undefined
  write(text: Buffer | string): boolean {
    this.text += text
    return !this.isFull
  }
  onDrain(callback: () => void): void {
    this.#drained = callback
  }
  drain(): void {
    this.isFull = false
    this.#drained()
  }
  end(): void {
    this.isEnded = true
  }
  destroy(): void {
    this.isEnded = true
  }
  count = (event: string) => this.text.split(`event: ${event}\n`).length - 1
}

const watcherOf = (caller: Caller, isStillIn = async () => true) => ({
  caller,
  signal: new AbortController().signal,
  after: undefined,
  isStillIn,
})

describe('A slow reader', () => {
  it('gets the newest hundred once it reads again, and the number of those that were dropped', async () => {
    const { owner, customerId } = await newOrganization()
    // It begins in an hour, so that it finds nothing by itself, even if it looks after the requests were booked.
    const inAnHour = vi.spyOn(clock, 'now').mockReturnValue(new Date(clock.now().getTime() + 3_600_000))
    const stream = await watchRequests(watcherOf(owner), LiveQuery.parse({}), usageNames)
    inAnHour.mockRestore()
    const sink = new SlowSink()
    stream.start(sink)
    const row = { created_at: new Date().toISOString(), customer_id: customerId }
    const rows = await settleRequests(Array.from({ length: 250 }, () => row))
    const keys = rows.map(({ id, created_at }) => [customerId, id, Date.parse(created_at)])
    for (let at = 0; at < keys.length; at += 50)
      bookedNews.tell([[customerId, JSON.stringify({ rows: keys.slice(at, at + 50), dropped: 0 })]])
    const last = await bookUsage(owner, new Date())
    await bookedNews
      .watch(customerId, { onNews: () => undefined, onGap: () => undefined })
      .then((stop) => stop())
    expect(sink.count('request')).toBe(0)
    sink.drain()
    await expect.poll(() => sink.count('request')).toBe(100)
    expect(sink.text).toContain(last)
    const dropped = [
      ...z
        .string()
        .parse(sink.text)
        .matchAll(/"count":(\d+)/g),
    ].map(([, count]) => Number(count))
    expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(151)
  })

  it('is let go when the session ends or the role changes', async () => {
    const { owner } = await newOrganization()
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const stream = await watchRequests(
      watcherOf(owner, async () => false),
      LiveQuery.parse({}),
      usageNames,
    )
    const sink = new SlowSink()
    stream.start(sink)
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(sink.isEnded).toBe(true)
  })
})

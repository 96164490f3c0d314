import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pool } from './db'
import { env } from './env'
import { isListening, publish, subscribe, untilHeard } from './notify'

const others: pg.Client[] = []

/** Another node, of version 0.1.0, as far as the database can tell. */
async function anotherNode(answer: (id: string, node: pg.Client) => void): Promise<void> {
  const node = new pg.Client({ connectionString: env().DATABASE_URL, application_name: 'portico-notify' })
  others.push(node)
  await node.connect()
  await node.query('LISTEN portico_echo')
  node.on('notification', ({ payload = '' }) => {
    if (payload.startsWith('?')) answer(payload.slice(1), node)
  })
}

/** One answer at a time, as a connection accepts them; the node may have ended before its last. */
const answers = new Map<pg.Client, Promise<unknown>>()
function echo(id: string, node: pg.Client): void {
  const before = answers.get(node) ?? Promise.resolve()
  const answer = () => node.query("SELECT pg_notify('portico_echo', $1)", [`!${id}`])
  answers.set(
    node,
    before.then(answer).catch(() => undefined),
  )
}

/** Longer than a test may take: waiting that long is a failure. */
const EVER_MILLIS = 3_600_000

const heard: string[] = []

beforeAll(() => subscribe('news', { onMessage: (payload) => heard.push(payload), onGap: () => undefined }))

afterEach(async () => {
  await Promise.all(others.splice(0).map((node) => node.end()))
})

it('a subscription that failed at first gets each message once', async () => {
  const heardNow: string[] = []
  const once = { onMessage: (payload: string) => heardNow.push(payload), onGap: () => undefined }
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => {
    throw new Error('the connection broke')
  })
  await expect(subscribe('more', once)).rejects.toThrow('the connection broke')
  query.mockRestore()
  await subscribe('more', once)
  await publish('more', 'a')
  await untilHeard(EVER_MILLIS)
  expect(heardNow).toEqual(['a'])
})

describe('untilHeard', () => {
  it('resolves after what was sent before it has arrived', async () => {
    for (let i = 0; i < 20; i++) await publish('news', `${i}`)
    await untilHeard(EVER_MILLIS)
    expect(heard).toHaveLength(20)
  })

  it('waits until what it told a subscriber is done', async () => {
    const work = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await subscribe('work', { onMessage: () => work.promise, onGap: () => undefined })
    await subscribe('portico_echo', { onMessage: () => asked.resolve(), onGap: () => undefined })
    await publish('work', 'begin')
    let isOver = false
    const waiting = untilHeard(EVER_MILLIS).then(() => {
      isOver = true
    })
    await asked.promise
    // Time for an answer to go around.
    await publish('news', 'after the question')
    await expect.poll(() => heard).toContain('after the question')
    expect(isOver).toBe(false)
    work.resolve()
    await waiting
  })

  it('waits for a node that is slow', async () => {
    await anotherNode(echo)
    const asked = Promise.withResolvers<() => void>()
    await anotherNode((id, node) => asked.resolve(() => echo(id, node)))
    let isOver = false
    const waiting = untilHeard(EVER_MILLIS).then(() => {
      isOver = true
    })
    const answer = await asked.promise
    // Messages of ours and of the other node go around once more.
    await publish('news', 'after their answers')
    await expect.poll(() => heard).toContain('after their answers')
    expect(isOver).toBe(false)
    answer()
    await waiting
  })

  it('answers the asker alone', async () => {
    const listener = new pg.Client({ connectionString: env().DATABASE_URL })
    others.push(listener)
    await listener.connect()
    await listener.query('LISTEN portico_echo')
    const messages: string[] = []
    listener.on('notification', ({ payload = '' }) => messages.push(payload))
    await untilHeard(EVER_MILLIS)
    await listener.query("NOTIFY portico_echo, 'last'")
    await expect.poll(() => messages).toContain('last')
    expect(messages.map((payload) => payload[0])).toEqual(['?', 'l'])
  })

  it('does not wait for ever for one that hangs', async () => {
    await anotherNode(() => undefined)
    await untilHeard(150)
  })

  it('keeps questions apart', async () => {
    await anotherNode(echo)
    await Promise.all(Array.from({ length: 20 }, () => untilHeard(EVER_MILLIS)))
    expect(pool.waitingCount).toBe(0)
  })
})

it('a connection that no longer answers is replaced within ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'portico-notify' AND datname = current_database()`)
  await expect.poll(isListening).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  await expect.poll(isListening).toBe(true)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  for (let ping = 0; ping < 3; ping++) {
    await vi.advanceTimersByTimeAsync(5000)
    await query.mock.results.at(-1)?.value
  }
  expect(query).toHaveBeenCalledTimes(3)
  expect(isListening()).toBe(true)
  query.mockImplementation(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isListening()).toBe(false)
  query.mockRestore()
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  await expect.poll(isListening).toBe(true)
  heard.length = 0
  await publish('news', 'again')
  await expect.poll(() => heard).toEqual(['again'])
})

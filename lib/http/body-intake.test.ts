import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { BodyIntake, ByteBudget, bytesInFlight, LARGE_BODY_BYTES } from './body-intake'
import { publicRoute } from './routes'
import { type Door, nodeDoorOf, webDoorOf } from './testing'

const MEGABYTE = 1024 * 1024
const clocks = vi.hoisted(() => {
  process.env.BODY_BYTES_IN_FLIGHT = String(16 * 1024 * 1024)
  return ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const
})

const path = '/v1/any'
/** Requests additional memory. */
const REMEMBERED = 'remembered'
/** How much was in flight while the handler ran. */
const duringWork: number[] = []
const POST = publicRoute(
  {
    summary: 'Any',
    limit: 'probe',
    body: z.object({ text: z.string() }),
    reply: z.object({ length: z.int() }),
    maxBodyBytes: 4 * MEGABYTE,
  },
  async ({ body, exchange }) => {
    if (body.text === REMEMBERED) await exchange.takeRoom(2 * MEGABYTE)
    duringWork.push(bytesInFlight())
    return { length: body.text.length }
  },
)
const modules = { [path]: { POST } }
const node = await nodeDoorOf(modules)
const doors: [string, Door][] = [
  ['web', webDoorOf(modules)],
  ['node', node.door],
]
afterAll(node.close)

beforeAll(() => void vi.useFakeTimers({ toFake: [...clocks] }))
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  duringWork.length = 0
})

/** A client that has sent these bytes and continues, ends or breaks off on command. */
function sending(...parts: string[]) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const send = (part: string) => void writer.write(Buffer.from(part)).catch(() => undefined)
  for (const piece of parts) send(piece)
  const headers = { 'content-type': 'application/json', 'x-portico-peer': '127.0.0.1' }
  return {
    init: Object.assign({ headers, body: readable }, { duplex: 'half' }),
    end: (piece: string) => {
      send(piece)
      void writer.close().catch(() => undefined)
    },
    breakOff: () => void writer.abort(new Error('reset')).catch(() => undefined),
  }
}

/** The answer, however long it takes in wall-clock time. */
async function later(answer: Promise<Response>): Promise<Response> {
  let isThere = false
  const settled = () => {
    isThere = true
  }
  answer.then(settled, settled)
  while (!isThere) {
    vi.advanceTimersByTime(100)
    await nextTurn()
  }
  return answer
}

async function until(bytes: (now: number) => boolean): Promise<void> {
  while (!bytes(bytesInFlight())) await nextTurn()
}

/** Other requests' bodies: one customer's whole share, or the whole budget. */
async function filled(...owners: string[]): Promise<() => void> {
  const bodies = owners.map((owner) => new BodyIntake({ maxBytes: 4 * MEGABYTE, owner }, 4 * MEGABYTE))
  for (const body of bodies) await body.add(Buffer.alloc(1))
  return () => {
    for (const body of bodies) body.release()
  }
}

const half = `{"text":"${'x'.repeat(200_000)}`

describe.each(doors)('a body through the %s door', (_name, door) => {
  it('counts while it arrives, until it is parsed', async () => {
    const client = sending(half)
    const answer = door('POST', path, client.init)
    await until((bytes) => bytes >= half.length)
    client.end(`${half.slice(9)}"}`)
    expect(await (await answer).json()).toEqual({ length: 400_000 })
    expect(duringWork).toEqual([0])
  })

  it('counts until its response has ended if it is large', async () => {
    const client = sending(half)
    const answer = door('POST', path, client.init)
    client.end(`${'x'.repeat(LARGE_BODY_BYTES)}"}`)
    expect((await answer).status).toBe(200)
    expect(duringWork[0]).toBeGreaterThan(LARGE_BODY_BYTES)
    await until((bytes) => bytes === 0)
  })

  it('is released at once when the client hangs up', async () => {
    const client = sending(half)
    const answer = door('POST', path, client.init).then(
      ({ status }) => status,
      () => 499,
    )
    await until((bytes) => bytes >= half.length)
    client.breakOff()
    await until((bytes) => bytes === 0)
    expect(await answer).toBe(499)
  })

  it('that does not arrive within two minutes is a 408', async () => {
    const client = sending(half)
    const answer = door('POST', path, client.init)
    await until((bytes) => bytes >= half.length)
    vi.advanceTimersByTime(118_000)
    await nextTurn()
    expect(bytesInFlight()).toBeGreaterThan(0)
    const refused = await later(answer)
    expect([refused.status, await refused.json()]).toMatchObject([
      408,
      { error: { code: 'request_timeout' } },
    ])
    expect(bytesInFlight()).toBe(0)
    client.breakOff()
  })

  it('waits for room in its customer’s share', async () => {
    const empty = await filled('127.0.0.1')
    const client = sending(half)
    const answer = door('POST', path, client.init)
    client.end('"}')
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    expect(duringWork).toEqual([])
    empty()
    expect((await answer).status).toBe(200)
  })

  it.each([
    ['its customer has too many', 429, 'too_many_bytes', ['127.0.0.1']],
    ['all together are too many', 503, 'overloaded', ['a', 'b', 'c', 'd']],
  ])('is refused after a while when %s: %i %s', async (_case, status, code, owners) => {
    const empty = await filled(...owners)
    const client = sending(half)
    const refused = await later(door('POST', path, client.init))
    expect([refused.status, await refused.json()]).toMatchObject([status, { error: { code } }])
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(duringWork).toEqual([])
    client.breakOff()
    empty()
    expect(bytesInFlight()).toBe(0)
  })

  it('that arrives in one chunk needs no room', async () => {
    const empty = await filled('127.0.0.1')
    const body = JSON.stringify({ text: 'x' })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    expect((await door('POST', path, { headers, body })).status).toBe(200)
    empty()
  })
})

describe.each(doors)('other data of a request through the %s door', (_name, door) => {
  const asking = {
    headers: { 'content-type': 'application/json', 'x-portico-peer': '127.0.0.1' },
    body: `{"text":"${REMEMBERED}"}`,
  }

  it('counts until the response has ended', async () => {
    expect((await door('POST', path, asking)).status).toBe(200)
    expect(duringWork).toEqual([2 * MEGABYTE])
    await until((bytes) => bytes === 0)
  })

  it('is refused if there is no room', async () => {
    const empty = await filled('127.0.0.1')
    const refused = await later(door('POST', path, asking))
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'too_many_bytes' } }])
    expect(duringWork).toEqual([])
    empty()
    expect(bytesInFlight()).toBe(0)
  })
})

it('joins chunks of one byte in one buffer', async () => {
  const body = new BodyIntake({ maxBytes: MEGABYTE, owner: 'tiny' }, undefined)
  for (const byte of Buffer.from('x'.repeat(100_000))) await body.add(Uint8Array.of(byte))
  expect(body.end().toString()).toBe('x'.repeat(100_000))
  expect(bytesInFlight()).toBe(128 * 1024)
  body.release()
})

describe('a budget of bytes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gives no more than the total, and no more than a share to one owner', () => {
    const budget = new ByteBudget(100, 25)
    expect(budget.take('a', 20)).toBeUndefined()
    expect(budget.take('a', 6)).toBe('share')
    for (const other of ['b', 'c', 'd']) expect(budget.take(other, 25)).toBeUndefined()
    expect(budget.take('e', 6)).toBe('total')
    expect(budget.usedBytes).toBe(95)
    budget.give('a', 20)
    expect(budget.take('e', 25)).toBeUndefined()
  })

  it('admits a sole owner whatever the size, and lets it grow', () => {
    const budget = new ByteBudget(100, 25)
    expect(budget.take('a', 200)).toBeUndefined()
    expect(budget.take('a', 1)).toBe('share')
    expect(budget.take('b', 1)).toBe('total')
    expect(budget.take('a', 200, 200)).toBeUndefined()
    budget.give('a', 400)
    expect(budget.usedBytes).toBe(0)
  })

  it('gives freed room to waiting owners in turn', async () => {
    const budget = new ByteBudget(100, 50)
    budget.take('a', 50)
    budget.take('b', 50)
    const first = budget.takeWithin(1000, 'c', 30)
    const second = budget.takeWithin(1000, 'c', 30)
    const third = budget.takeWithin(1000, 'd', 20)
    budget.give('a', 50)
    await expect(first).resolves.toBeUndefined()
    await expect(third).resolves.toBeUndefined()
    expect(budget.usedBytes).toBe(100)
    vi.advanceTimersByTime(1000)
    await expect(second).resolves.toBe('share')
    budget.give('c', 30)
    expect(budget.usedBytes).toBe(70)
  })
})

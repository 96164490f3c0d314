import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pool } from './db'
import { env } from './env'
import { publish, subscribe, untilHeard } from './notify'

const others: pg.Client[] = []

/** Another node, as far as the database can tell. */
async function anotherNode(answer: (id: string, node: pg.Client) => void): Promise<void> {
  const node = new pg.Client({ connectionString: env().DATABASE_URL, application_name: 'portico-notify' })
  others.push(node)
  await node.connect()
  await node.query('LISTEN portico_echo')
  node.on('notification', ({ payload = '' }) => {
    if (payload.startsWith('?')) answer(payload.slice(1), node)
  })
}

/** One answer at a time, as a connection takes them; the node may be gone before its last. */
const answers = new Map<pg.Client, Promise<unknown>>()
function echo(id: string, node: pg.Client): void {
  const before = answers.get(node) ?? Promise.resolve()
  const answer = () => node.query("SELECT pg_notify('portico_echo', $1)", [`!${id}`])
  answers.set(
    node,
    before.then(answer).catch(() => undefined),
  )
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const heard: string[] = []

beforeAll(() => subscribe('news', { onMessage: (payload) => heard.push(payload), onGap: () => undefined }))

afterEach(async () => {
  await Promise.all(others.splice(0).map((node) => node.end()))
})

describe('untilHeard', () => {
  it('resolves after what was sent before it has arrived', async () => {
    for (let i = 0; i < 20; i++) await publish('news', `${i}`)
    expect(await timeOf(untilHeard)).toBeLessThan(500)
    expect(heard).toHaveLength(20)
  })

  it('waits for a node that is slow', async () => {
    await anotherNode(echo)
    await anotherNode((id, node) => setTimeout(() => echo(id, node), 200))
    const time = await timeOf(untilHeard)
    expect(time).toBeGreaterThan(190)
    expect(time).toBeLessThan(900)
  })

  it('does not wait for ever for one that hangs', async () => {
    await anotherNode(() => undefined)
    const time = await timeOf(() => untilHeard(150))
    expect(time).toBeGreaterThan(140)
    expect(time).toBeLessThan(900)
  })

  it('keeps questions apart', async () => {
    await anotherNode(echo)
    await Promise.all(Array.from({ length: 20 }, () => untilHeard()))
    expect(pool.waitingCount).toBe(0)
  })
})

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pool, prisma } from './db'
import { env } from './env'
import { instanceId } from './instance'
import { EVERYONE, tell } from './message-line'
import { isListening, publish, publishAfter, send, subscribe, untilHeard } from './notify'
import { closeRedis } from './shared-redis'
import { hasRedis, RedisServer } from './testing/redis-server'
import { inTransaction } from './transaction'

/** Longer than a test may take: waiting that long is a failure. */
const EVER_MILLIS = 3_600_000
/** Of a process that looks for rows. */
const SECONDS = { timeout: 10_000 }

describe.skipIf(!hasRedis)('messages by Redis', () => {
  const redis = new RedisServer()
  const heard: string[] = []
  let gaps = 0
  const others: { disconnect(): unknown }[] = []

  beforeAll(async () => {
    await redis.start()
    env().REDIS_URL = `redis://127.0.0.1:${redis.port}`
    await subscribe('news', {
      onMessage: (payload) => heard.push(payload),
      onGap: () => {
        gaps += 1
      },
    })
    // At the second attempt, if the first took too long.
    await vi.waitFor(async () => expect(await subscribers()).toBe(1), SECONDS)
  })
  beforeEach(() => {
    heard.length = 0
  })
  afterEach(async () => {
    for (const one of others.splice(0)) one.disconnect()
    await pool.query('DELETE FROM instances')
  })
  afterAll(async () => {
    redis.signal('SIGCONT')
    await closeRedis()
    await redis.kill()
  })

  const listeners = async () =>
    (
      await pool.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'portico-notify' AND datname = current_database()",
      )
    ).rowCount

  const subscribers = async () => {
    const client = new Redis(redis.port)
    others.push(client)
    return (await client.pubsub('NUMSUB', EVERYONE))[1]
  }

  const live = (id: string, byRedis: boolean) =>
    pool.query("INSERT INTO instances (id, role, by_redis) VALUES ($1, 'web', $2)", [id, byRedis])

  /** Another process with Redis: it answers questions when `answer` says so. */
  async function anotherProcess(answer: (reply: (as?: string) => void) => void): Promise<string> {
    const id = `inst_${randomUUID()}`
    const [ear, mouth] = [new Redis(redis.port), new Redis(redis.port)]
    others.push(ear, mouth)
    ear.on('message', (_, text: string) => {
      const [channel, question = '', to = ''] = text.split(' ')
      if (channel !== 'portico_echo' || !question.startsWith('?')) return
      answer((as = id) => void mouth.publish(to, `portico_echo !${question.slice(1)} ${as}`))
    })
    await ear.subscribe(EVERYONE)
    await live(id, true)
    return id
  }

  it('no connection to the database listens', async () => {
    await expect.poll(isListening).toBe(true) // not at once where this process stood still: the next look is late
    expect(await listeners()).toBe(0)
  })

  it('arrive in order, and once', async () => {
    const sent = Array.from({ length: 20 }, (_, at) => `${at}`)
    await publish('news', ...sent)
    await expect.poll(() => heard).toEqual(sent)
  })

  it('of a transaction arrive if it commits, and not if it does not', async () => {
    const failed = inTransaction(async (transaction) => {
      await send(transaction, 'news', 'never')
      await publishAfter(transaction, 'news', 'never')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await inTransaction(async (transaction) => {
      await send(transaction, 'news', 'kept', 'both')
      await publishAfter(transaction, 'news', 'told')
    })
    await expect.poll(() => heard.toSorted()).toEqual(['both', 'kept', 'told'])
  })

  it('are heard although the process was killed after the commit, before it told Redis', async () => {
    await pool.query("INSERT INTO node_messages (channel, payload) VALUES ('news', 'left behind')")
    await expect.poll(() => heard, SECONDS).toEqual(['left behind'])
  })

  it('of a transaction that began first and commits last are heard', async () => {
    const slow = await pool.connect()
    await slow.query('BEGIN')
    await slow.query("INSERT INTO node_messages (channel, payload) VALUES ('news', 'slow')")
    await prisma.nodeMessage.createMany({ data: [{ channel: 'news', payload: 'quick' }] })
    await expect.poll(() => heard, SECONDS).toEqual(['quick'])
    await slow.query('COMMIT')
    slow.release()
    await expect.poll(() => heard, SECONDS).toEqual(['quick', 'slow'])
  })

  it('nothing that is kept is trusted while looks get no answer, and after one that failed all is dropped', async () => {
    const other = await pool.connect()
    await other.query('BEGIN; LOCK TABLE node_messages')
    await expect.poll(isListening, SECONDS).toBe(false)
    await other.query('COMMIT')
    other.release()
    await expect.poll(isListening, SECONDS).toBe(true)
    const before = gaps
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'portico-canary' AND datname = current_database()`)
    await expect.poll(() => gaps, SECONDS).toBeGreaterThan(before)
    await expect.poll(isListening, SECONDS).toBe(true)
  })

  describe('untilHeard', () => {
    it('resolves after what was sent before it has arrived', async () => {
      await live(instanceId(), true)
      await prisma.nodeMessage.createMany({ data: [{ channel: 'news', payload: 'first' }] })
      await untilHeard(EVER_MILLIS)
      expect(heard).toEqual(['first'])
    })

    it('waits for every live process, by its id, and is answered by it alone', async () => {
      let isOver = false
      await anotherProcess((reply) => reply())
      const asked = Promise.withResolvers<(as?: string) => void>()
      await anotherProcess(asked.resolve)
      const waiting = untilHeard(EVER_MILLIS).then(() => {
        isOver = true
      })
      const reply = await asked.promise
      // One that begins meanwhile answers too.
      reply('inst_beginner')
      await publish('news', 'around')
      await expect.poll(() => heard).toEqual(['around'])
      expect(isOver).toBe(false)
      reply()
      await waiting
    })

    it('waits until what it told a subscriber is done', async () => {
      const id = `inst_${randomUUID()}`
      const ear = new Redis(redis.port)
      others.push(ear)
      const answers: string[] = []
      ear.on('message', (_, text: string) => answers.push(text))
      const mine = `${EVERYONE}:${id}`
      await ear.subscribe(mine)
      const work = Promise.withResolvers<void>()
      await subscribe('work', { onMessage: () => work.promise, onGap: () => undefined })
      await prisma.nodeMessage.createMany({ data: [{ channel: 'work', payload: 'begin' }] })
      const mouth = new Redis(redis.port)
      others.push(mouth)
      await mouth.publish(EVERYONE, `portico_echo ?question ${mine}`)
      await publish('news', 'later')
      await expect.poll(() => heard).toEqual(['later'])
      expect(answers).toEqual([])
      work.resolve()
      await expect.poll(() => answers).toEqual([`portico_echo !question ${instanceId()}`])
    })

    it('does not wait for ever for one that hangs: by then that trusts nothing', async () => {
      await anotherProcess(() => undefined)
      await untilHeard(150)
    })
  })

  describe('beside a process that hears NOTIFY alone', () => {
    it('all go by NOTIFY too, both ways, until it has ended', async () => {
      const old = new pg.Client({ connectionString: env().DATABASE_URL, application_name: 'portico-notify' })
      await old.connect()
      const itHeard: string[] = []
      await old.query('LISTEN news; LISTEN portico_echo')
      old.on('notification', ({ channel, payload = '' }) => {
        if (channel === 'news') itHeard.push(payload)
        else if (payload.startsWith('?'))
          void old.query("SELECT pg_notify('portico_echo', $1)", [`!${payload.slice(1)}`])
      })
      await live('inst_old', false)
      await expect.poll(listeners, SECONDS).toBe(2)
      await expect.poll(isListening, SECONDS).toBe(true)

      await inTransaction((transaction) => send(transaction, 'news', 'revoked'))
      await publish('news', 'work')
      await untilHeard(EVER_MILLIS)
      expect(itHeard).toEqual(['revoked', 'work'])
      expect(new Set(heard)).toEqual(new Set(['revoked', 'work']))
      await old.query("NOTIFY news, 'of the old one'")
      await expect.poll(() => heard).toContain('of the old one')

      const before = gaps
      await old.end()
      await pool.query("DELETE FROM instances WHERE id = 'inst_old'")
      await expect.poll(listeners, SECONDS).toBe(0)
      await expect.poll(isListening).toBe(true)
      expect(gaps).toBeGreaterThan(before)
      await publish('news', 'by Redis again')
      await expect.poll(() => heard).toContain('by Redis again')
    })

    it('NOTIFY is sent at the commit to one that began after the message was written', async () => {
      const old = new pg.Client({ connectionString: env().DATABASE_URL })
      await old.connect()
      const itHeard: unknown[] = []
      old.on('notification', ({ payload }) => itHeard.push(payload))
      await old.query('LISTEN news')
      await live(instanceId(), true)
      await inTransaction((transaction) => send(transaction, 'news', 'not for it'))
      await inTransaction(async (transaction) => {
        await send(transaction, 'news', 'late')
        await live('inst_old', false)
      })
      await expect.poll(() => itHeard).toEqual(['late'])
      await old.end()
    })
  })

  describe.each([
    { how: 'was killed', lose: () => redis.kill(), bringBack: () => redis.start() },
    {
      how: 'hangs',
      lose: async () => redis.signal('SIGSTOP'),
      bringBack: async () => redis.signal('SIGCONT'),
    },
  ])('while Redis $how', ({ lose, bringBack }) => {
    it('everything is heard a little later, what is kept is trusted, and all is quick again afterwards', async () => {
      await untilHeard(EVER_MILLIS) // looks: the process that hears NOTIFY alone has ended
      await expect.poll(() => publish('news', 'before').then(() => heard)).toContain('before')
      await lose()
      heard.length = 0
      await publish('news', 'meanwhile')
      await inTransaction((transaction) => send(transaction, 'news', 'revoked'))
      await expect.poll(() => heard, SECONDS).toEqual(expect.arrayContaining(['meanwhile', 'revoked']))
      await expect.poll(isListening).toBe(true)
      await live('inst_other', true)
      const beganAt = performance.now()
      await untilHeard()
      expect(performance.now() - beganAt).toBeGreaterThan(2900)
      await bringBack()
      await expect.poll(subscribers, { timeout: 30_000 }).toBe(1)
      await expect.poll(() => tell(EVERYONE, 'nobody listens')).toBe(true) // on another connection
      await pool.query('DELETE FROM instances')
      await anotherProcess((reply) => reply())
      const { length } = heard
      await expect
        .poll(() =>
          untilHeard(EVER_MILLIS)
            .then(() => publish('news', 'again'))
            .then(() => heard.length),
        )
        .toBeGreaterThan(length)
    })
  })
})

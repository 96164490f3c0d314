// Two nodes with PostgreSQL and Redis over TLS only: limits and messages across both, and the loss of Redis.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { assertRevokes, openFolder, openNode, readLog, until } from './open.mjs'
import { missing, startPostgres, startRedis } from './programs.mjs'

const PER_MINUTE = 6

describe('two nodes, one PostgreSQL and one Redis, by TLS', {
  skip: missing('postgresql', 'redis-server', 'openssl'),
}, () => {
  let folder, postgres, redis, nodes

  before(async () => {
    folder = await openFolder()
    postgres = await startPostgres(folder, 'postgres', { isSealed: true })
    redis = await startRedis(folder, postgres)
    const settings = {
      DATABASE_URL: postgres.url('postgres'),
      REDIS_URL: redis.url,
      NODE_EXTRA_CA_CERTS: postgres.certificate,
    }
    nodes = [await openNode(folder, 'one', settings), await openNode(folder, 'two', settings)]
  })

  /** How many of twice its limit a new key is granted, with half of the requests at each node. */
  async function granted() {
    const { key } = await nodes[0].makeKey({ rate_limit_rpm: PER_MINUTE })
    const asked = nodes.flatMap(({ chat }) => Array.from({ length: PER_MINUTE }, () => chat(key)))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.deepEqual(
      statuses.filter((status) => ![200, 429].includes(status)),
      [],
    )
    return statuses.filter((status) => status === 200).length
  }

  /** On a slow machine one more may be allowed by then. */
  const isShared = (count) => count >= PER_MINUTE && count <= PER_MINUTE + 2

  it('no connection to the database is in plain text', async () => {
    const client = new pg.Client({ connectionString: postgres.url('postgres') })
    await client.connect()
    const { rows } = await client.query(
      `SELECT count(*) FILTER (WHERE ssl)::int AS sealed, count(*) FILTER (WHERE NOT ssl)::int AS plain
         FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'portico%'`,
    )
    await client.end()
    assert.equal(rows[0].plain, 0)
    assert.ok(rows[0].sealed >= 4)
  })

  it('a certificate that nobody vouches for is not believed', async () => {
    const DATABASE_URL = postgres.url('postgres').replace(/&sslrootcert=.*/, '')
    await assert.rejects(openNode(folder, 'deceived', { DATABASE_URL }))
    assert.match(readLog(folder, 'deceived'), /The database in DATABASE_URL cannot be used: self.signed cert/)
  })

  it('a limit counts over both', async () => {
    assert.ok(isShared(await granted()))
    for (const { log } of nodes) assert.doesNotMatch(log(), /Redis/)
  })

  /** 500 requests at once, half of them at each node, that each reserve their tokens and their place for ten seconds. */
  async function askAtOnce(limits) {
    const { key } = await nodes[0].makeKey(limits)
    const json = {
      model: 'sandbox/chat',
      max_tokens: 50,
      messages: [{ role: 'user', content: '[[delay:10s]][[say:yes]]' }],
    }
    const asked = nodes.flatMap(({ ask }) =>
      Array.from({ length: 250 }, () => ask('/v1/chat/completions', { with: key, json })),
    )
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status === 429)
    const kinds = await Promise.all(refused.map(async (one) => (await one.json()).error.metadata.limit))
    const served = answers.filter(({ status }) => status === 200)
    assert.equal(served.length + refused.length, answers.length)
    return { key, served, kinds: new Set(kinds) }
  }

  it('requests at once count over both: 500 get exactly the places that there are', async () => {
    const { key, served, kinds } = await askAtOnce({ max_concurrency: 7 })
    assert.equal(served.length, 7)
    assert.deepEqual(kinds, new Set(['concurrency']))
    assert.equal((await nodes[1].chat(key)).status, 200)
  })

  it('tokens count over both: 500 reserve no more than there are, and give back what they did not use', async () => {
    const limit = 1000
    const { key, served, kinds } = await askAtOnce({ rate_limit_tpm: limit })
    const left = served.map(({ headers }) => Number(headers.get('x-ratelimit-remaining-tokens')))
    const reserved = limit - Math.max(...left)
    assert.deepEqual([served.length, Math.min(...left)], [Math.floor(limit / reserved), limit % reserved])
    assert.deepEqual(kinds, new Set(['tokens']))
    const json = {
      model: 'sandbox/chat',
      max_tokens: 400,
      messages: [{ role: 'user', content: '[[say:yes]]' }],
    }
    assert.equal((await nodes[1].ask('/v1/chat/completions', { with: key, json })).status, 200)
  })

  it('a key that one has revoked is refused by the other at once', () => assertRevokes(...nodes))

  const losses = {
    hangs: { lose: () => redis.child.kill('SIGSTOP'), bringBack: () => redis.child.kill('SIGCONT') },
    'is gone': {
      lose: () => redis.stop(),
      bringBack: async () => {
        redis = await startRedis(folder, postgres, redis.port)
      },
    },
  }
  for (const [how, { lose, bringBack }] of Object.entries(losses))
    it(`while Redis ${how}, each counts its own and says so once; then both together again`, async () => {
      const said = (words) => nodes.map(({ log }) => log().split(words).length - 1)
      const [away, back] = [said('Redis did not answer'), said('Redis answers again')]
      await lose()
      await Promise.all(nodes.map(({ chat }) => chat()))
      assert.equal(await granted(), 2 * PER_MINUTE)
      assert.deepEqual(
        said('Redis did not answer'),
        away.map((count) => count + 1),
      )
      await bringBack()
      await until('both have found Redis again', async () => {
        await Promise.all(nodes.map(({ chat }) => chat()))
        return said('Redis answers again').every((count, at) => count > back[at])
      })
      assert.ok(isShared(await granted()))
    })
})

// Two nodes with a Redis Cluster of six servers: limits and messages across both, and the loss of a server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { assertRevokes, openFolder, openNode, until } from './open.mjs'
import { missing, startPostgres, startRedisCluster } from './programs.mjs'

const PER_MINUTE = 6
const KEYS = 12

describe('two nodes and a Redis Cluster', {
  skip: missing('postgresql', 'redis-server', 'redis-cli'),
}, () => {
  let cluster, nodes, client
  const statuses = new Set()

  before(async () => {
    const folder = await openFolder()
    const postgres = await startPostgres(folder, 'postgres')
    cluster = await startRedisCluster(folder)
    const DATABASE_URL = postgres.url('postgres')
    client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    // One names all servers, the other only one, as managed clusters have one address.
    nodes = [
      await openNode(folder, 'one', { DATABASE_URL, REDIS_URL: cluster.urls.join(',') }),
      await openNode(folder, 'two', { DATABASE_URL, REDIS_URL: cluster.urls.at(-1) }),
    ]
  })

  /** How many of twice its limit each of some new keys is granted, whose counts are on different servers. */
  async function granted() {
    const keys = await Promise.all(
      Array.from({ length: KEYS }, () => nodes[0].makeKey({ rate_limit_rpm: PER_MINUTE })),
    )
    const counts = keys.map(async ({ key }) => {
      const asked = nodes.flatMap(({ chat }) => Array.from({ length: PER_MINUTE }, () => chat(key)))
      const answers = await Promise.all(asked)
      for (const { status } of answers) statuses.add(status)
      return answers.filter(({ status }) => status === 200).length
    })
    return Promise.all(counts)
  }

  after(() => client.end())

  /** What a process commits before it is killed, without a word to Redis, applies on both. */
  async function assertTellsSettings(limit) {
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO settings (key, value, updated_at) VALUES ('RATE_LIMIT_ACCOUNT', $1, now())
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [limit],
    )
    await client.query("INSERT INTO node_messages (channel, payload) VALUES ('settings', '')")
    await client.query('COMMIT')
    for (const { ask } of nodes)
      await until('it applies', async () => {
        const { headers } = await ask('/api-account/user/balance')
        return headers.get('x-ratelimit-limit-requests') === `${limit}`
      })
  }

  /** How long a change of a key takes, with its message to the other node. */
  async function millisToRevoke() {
    const { id } = await nodes[0].makeKey()
    const beganAt = performance.now()
    await nodes[0].ask(`/api-account/user/api-keys/${id}`, { method: 'DELETE' })
    return performance.now() - beganAt
  }

  it('messages go by the cluster: PostgreSQL has no connection that listens', async (test) => {
    await until('all are quick', async () => (await millisToRevoke()) < 1000)
    const { rows } = await client.query(
      "SELECT application_name FROM pg_stat_activity WHERE application_name = 'portico-notify'",
    )
    assert.deepEqual(rows, [])
    await assertRevokes(...nodes)
    await assertRevokes(...nodes.toReversed())
    await assertTellsSettings(654_321)
    test.diagnostic(`a key is revoked in ${Math.round(await millisToRevoke())} ms`)
  })

  const said = (words) => nodes.map(({ log }) => log().split(words).length - 1)
  /** On a slow machine one more may be allowed by then. */
  const areShared = (counts) => counts.every((count) => count >= PER_MINUTE && count <= PER_MINUTE + 2)

  it('a limit counts over both, on every server', async () => {
    const counts = await granted()
    assert.ok(areShared(counts), `${counts}`)
    assert.deepEqual(said('Redis'), [0, 0])
  })

  it('requests at once count over both', async () => {
    const { key } = await nodes[0].makeKey({ max_concurrency: 7 })
    const json = {
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: '[[delay:5s]][[say:yes]]' }],
    }
    const asked = nodes.flatMap(({ ask }) =>
      Array.from({ length: 50 }, () => ask('/v1/chat/completions', { with: key, json })),
    )
    const answers = (await Promise.all(asked)).map(({ status }) => status)
    assert.equal(answers.filter((status) => status === 200).length, 7)
    assert.equal(answers.filter((status) => status === 429).length, 93)
  })

  const hasMessages = ({ port }) =>
    spawnSync('redis-cli', ['-p', `${port}`, 'pubsub', 'shardchannels', '{portico*'], {
      encoding: 'utf8',
    }).stdout.trim() !== ''

  it('when the server with the messages is killed its replica takes over, and no request fails meanwhile', async (test) => {
    const [server] = cluster.servers.filter(hasMessages)
    await server.stop()
    const killedAt = performance.now()
    await assertRevokes(...nodes)
    await assertTellsSettings(765_432)
    await until('limits count over both again', async () => areShared(await granted()))
    assert.deepEqual([...statuses].sort(), [200, 429])
    await until('messages are quick again', async () => (await millisToRevoke()) < 1000)
    test.diagnostic(`messages are quick again after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`)
    await assertRevokes(...nodes.toReversed())
    await assertTellsSettings(876_543)
  })
})

// A node that loses its PostgreSQL; a replica takes over at the same address.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { assertBooked, openFolder, openNode, until } from './open.mjs'
import { missing, openAddress, startPostgres } from './programs.mjs'

async function run(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

describe('a PostgreSQL with a replica', { skip: missing('postgresql') }, () => {
  let folder, primary, replica, address, node

  before(async () => {
    folder = await openFolder()
    primary = await startPostgres(folder, 'postgres')
    replica = await startPostgres(folder, 'replica', { primary })
    // Commits wait for the replica, or a failover would lose them.
    await run(primary.url('postgres'), "ALTER SYSTEM SET synchronous_standby_names = '*'")
    await run(primary.url('postgres'), 'SELECT pg_reload_conf()')
    address = await openAddress(primary.port)
    node = await openNode(folder, 'node', { DATABASE_URL: address.url('postgres'), LOG_LEVEL: 'error' })
  })

  const isReady = async () => (await node.ask('/api/ready')).status === 200
  const isAnswered = async () => (await node.chat()).status === 200

  it('what was answered before, while and after the replica is promoted is booked once', async (test) => {
    const answered = []
    const statuses = new Set()
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const answer = await node.chat()
        await answer.text()
        statuses.add(answer.status)
        if (answer.ok) answered.push(answer.headers.get('x-request-id'))
      }
    }
    const clients = Array.from({ length: 8 }, client)
    await until('some are answered', () => answered.length > 100)
    await primary.stop('SIGQUIT')
    await until('it says that it is not ready', async () => !(await isReady()))
    replica.promote()
    address.leadsTo = replica.port
    const promotedAt = performance.now()
    await until('it is ready', isReady)
    test.diagnostic(`ready ${((performance.now() - promotedAt) / 1000).toFixed(1)} s after the promotion`)
    const before = answered.length
    await until('requests are answered', () => answered.length > before + 100)
    isOver = true
    await Promise.all(clients)
    test.diagnostic(`${answered.length} requests answered; statuses ${[...statuses].join(', ')}`)
    assert.deepEqual(
      [...statuses].filter((status) => ![200, 503].includes(status)),
      [],
    )
    await assertBooked(node, answered)
  })

  it('connections that end up at a replica are left for the primary', async (test) => {
    const write = async () =>
      (await node.ask('/api-account/user/api-keys', { json: { name: 'test' } })).status
    const other = await startPostgres(folder, 'other', { primary: replica })
    address.leadsTo = other.port
    await run(
      replica.url('postgres'),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
    await until('nothing can be written', async () => (await write()) === 503)
    address.leadsTo = replica.port
    const movedAt = performance.now()
    await until('it is written', async () => (await write()) === 201)
    await until('requests are answered', isAnswered)
    test.diagnostic(
      `written ${((performance.now() - movedAt) / 1000).toFixed(1)} s after the address led back`,
    )
  })
})

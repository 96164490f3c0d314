// Two nodes behind a PgBouncer in transaction mode.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertBooked, assertRevokes, openFolder, openNode, readLog } from './open.mjs'
import { missing, startPgbouncer, startPostgres } from './programs.mjs'

const CHATS = 120

describe('two nodes behind PgBouncer', { skip: missing('postgresql', 'pgbouncer') }, () => {
  let folder, settings, nodes

  before(async () => {
    folder = await openFolder()
    const postgres = await startPostgres(folder, 'postgres')
    const pooler = await startPgbouncer(folder, postgres)
    settings = { DATABASE_URL: pooler.url('postgres'), DATABASE_DIRECT_URL: postgres.url('postgres') }
  })

  it('none starts that would hear no message', async () => {
    await assert.rejects(openNode(folder, 'deaf', { ...settings, DATABASE_DIRECT_URL: '' }))
    assert.match(readLog(folder, 'deaf'), /DATABASE_DIRECT_URL has to lead past it/)
  })

  it('with a direct address both start', async () => {
    nodes = [
      await openNode(folder, 'one', settings),
      await openNode(folder, 'two', { ...settings, ROLE: 'web' }),
    ]
  })

  it('requests and tasks are answered, and booked once each', async () => {
    const asked = Array.from({ length: CHATS }, (_, index) => nodes[index % 2].chat())
    const picture = { model: 'sandbox/image-1', prompt: 'A kite', size: '256x256', quality: 'low' }
    const drawn = nodes[0].ask('/v1/images/generations', { json: picture })
    const answers = await Promise.all([...asked, drawn])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    await assertBooked(
      nodes[0],
      answers.slice(0, CHATS).map(({ headers }) => headers.get('x-request-id')),
    )
    for (const { log } of nodes) assert.doesNotMatch(log(), /prepared statement/)
  })

  it('a key that one has revoked is refused by the other at once', () => assertRevokes(...nodes))
})

// The PostgreSQL of a contender other than Portico: the same version and settings as Portico's own.
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '../../../scripts/postgres/cluster.mjs'
import { ensureDatabase } from '../../../scripts/postgres/migrate.mjs'
import { readPostmaster } from '../../../scripts/postgres/postmaster.mjs'
import { root } from '../harness.mjs'

/** Returns its URL, and `query(sql, values)`, which resolves with the rows. */
export async function openDatabase({ folder, group, onEnd }) {
  const files = join(folder, 'postgres')
  const cluster = await startCluster({ root, folder: files })
  onEnd(() => cluster.stop())
  group.add(readPostmaster(files).pid)
  await ensureDatabase(cluster.url('postgres'), 'contender')
  const url = cluster.url('contender')
  const query = async (sql, values) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql, values)).rows
    } finally {
      await client.end()
    }
  }
  return { url, query }
}

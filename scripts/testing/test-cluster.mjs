// The Postgres of a test run: its files are thrown away with it, so it need not survive a power cut.
import { join } from 'node:path'
import { startCluster } from '../postgres/cluster.mjs'
import { ensureDatabase } from '../postgres/databases.mjs'
import { migrate } from '../postgres/migrate.mjs'
import { clusterFolder } from './run-folder.mjs'

export const templateDatabase = 'template_portico'

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
}

/** Starts it with one migrated database to copy from. */
export async function startTestCluster(root, folder) {
  const cluster = await startCluster({ root, folder: clusterFolder(folder), settings })
  await ensureDatabase(cluster.url('postgres'), templateDatabase)
  await migrate({ databaseUrl: cluster.url(templateDatabase), folder: join(root, 'prisma/migrations') })
  return cluster
}

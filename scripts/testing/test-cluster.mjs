// The PostgreSQL of a test run. Its files are deleted afterwards, so it need not survive a power failure. The default export is Vitest's
// global setup for *.int.test.ts.
import { join } from 'node:path'
import { startCluster } from '../postgres/cluster.mjs'
import { ensureDatabase, migrate } from '../postgres/migrate.mjs'
import { run } from '../steps/run.mjs'
import { clusterFolder, makeRunFolder } from './run-folder.mjs'

export const templateDatabase = 'template_portico'

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
}

/** All settings of the process that writes the catalog; none of this machine's, such as PROVIDERS_FILE. */
const withoutTheMachines = {
  NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  LOG_LEVEL: 'silent',
}

/** Starts it with a template database: migrated, with the built-in catalog. */
export async function startTestCluster(root, folder) {
  const cluster = await startCluster({ root, folder: clusterFolder(folder), settings })
  await ensureDatabase(cluster.url('postgres'), templateDatabase)
  const databaseUrl = cluster.url(templateDatabase)
  await migrate({ databaseUrl, folder: join(root, 'prisma') })
  await run('Writing the catalog', [process.execPath, join(root, 'scripts/testing/write-catalog.mjs')], {
    cwd: root,
    env: { ...withoutTheMachines, DATABASE_URL: databaseUrl },
  })
  return cluster
}

export default async function setup(project) {
  const { folder, remove } = await makeRunFolder()
  const cluster = await startTestCluster(project.config.root, folder)
  project.provide('runFolder', folder)
  project.provide('postgresUrl', cluster.url('postgres'))
  return async () => {
    await cluster.stop()
    remove()
  }
}

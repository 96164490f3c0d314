// The database: the one of DATABASE_URL, else a Postgres of our own under DATA_DIR; brought up to date either way.
import { join } from 'node:path'
import { startCluster } from '../postgres/cluster.mjs'
import { ensureDatabase, migrate } from '../postgres/migrate.mjs'
import { stopLeftover } from '../postgres/postmaster.mjs'
import { Failure, note, printFailure, step } from './output.mjs'
import { noteRestart } from './server.mjs'
import { onStop } from './stop.mjs'

const name = 'portico'

export const clusterFolder = (dataDir) => join(dataDir, 'postgres')

/** Starts the embedded Postgres and returns the address of our database in it. */
export async function embeddedDatabase(root, dataDir) {
  const folder = clusterFolder(dataDir)
  let cluster
  onStop(() => (cluster ? cluster.stop() : stopLeftover(folder))) // we may be stopped while it starts
  cluster = await startCluster({
    root,
    folder,
    onEnd: (reason, milliseconds) => noteRestart('Postgres', reason, milliseconds),
    onFailure: printFailure,
    onRestart: () => note('Postgres runs again'),
  })
  await ensureDatabase(cluster.url('postgres'), name)
  return cluster.url(name)
}

function explain(error, given) {
  if (!given || (error.code === undefined && error.errors === undefined)) return error
  return new Failure(`The database of DATABASE_URL cannot be used: ${error.message || error.code}.`)
}

/** Returns the address of a database that is up to date. */
export async function prepareDatabase({ root, dataDir, databaseUrl, directUrl }) {
  const folder = join(root, 'prisma')
  const url = databaseUrl ?? (await step('Starting Postgres', () => embeddedDatabase(root, dataDir)))
  try {
    const applied = await step('Migrating the database', () =>
      migrate({ databaseUrl: directUrl ?? url, folder }),
    )
    // A new database has them all, which is not worth a message.
    if (applied.length > 9) note(`applied ${applied.length} migrations and functions`)
    else for (const name of applied) note(`applied ${name}`)
  } catch (error) {
    throw explain(error, databaseUrl)
  }
  return url
}

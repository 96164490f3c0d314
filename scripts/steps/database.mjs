// The database in DATABASE_URL, or the embedded PostgreSQL under DATA_DIR, with migrations applied.
import { join } from 'node:path'
import { startCluster } from '../postgres/cluster.mjs'
import { ensureDatabase, migrate } from '../postgres/migrate.mjs'
import { stopLeftover } from '../postgres/postmaster.mjs'
import { Failure, note, printFailure, step } from './output.mjs'
import { noteRestart } from './server.mjs'
import { onStop } from './stop.mjs'

const name = 'portico'

export const clusterFolder = (dataDir) => join(dataDir, 'postgres')

/** Starts the embedded PostgreSQL and returns the URL of our database in it. */
export async function embeddedDatabase(root, dataDir) {
  const folder = clusterFolder(dataDir)
  let cluster
  onStop(() => (cluster ? cluster.stop() : stopLeftover(folder))) // we may be stopped while it starts
  cluster = await startCluster({
    root,
    folder,
    onEnd: (reason, milliseconds) => noteRestart('PostgreSQL', reason, milliseconds),
    onFailure: printFailure,
    onRestart: () => note('PostgreSQL is running again'),
  })
  await ensureDatabase(cluster.url('postgres'), name)
  return cluster.url(name)
}

function explain(error, given) {
  if (!given || (error.code === undefined && error.errors === undefined)) return error
  return new Failure(`The database in DATABASE_URL cannot be used: ${error.message || error.code}.`)
}

/** Returns the URL of a migrated database. */
export async function prepareDatabase({ root, dataDir, databaseUrl, directUrl, isCitusOn }) {
  const folder = join(root, 'prisma')
  const url = databaseUrl ?? (await step('Starting PostgreSQL', () => embeddedDatabase(root, dataDir)))
  try {
    const applied = await step('Migrating the database', () =>
      migrate({ databaseUrl: directUrl ?? url, folder, isCitusOn }),
    )
    // A new database gets all of them; one line is enough.
    if (applied.length > 9) note(`Applied ${applied.length} migrations and functions`)
    else for (const name of applied) note(`Applied ${name}`)
  } catch (error) {
    throw explain(error, databaseUrl)
  }
  return url
}

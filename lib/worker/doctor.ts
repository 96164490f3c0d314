import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { CatalogProvider } from '@/lib/catalog/models/catalog-snapshot'
import { snapshotOfFiles, testProvider } from '@/lib/catalog/models/check-upstreams'
import { catalogSnapshot, loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { env } from '@/lib/platform/env'
import { readDatabaseFacts } from '@/lib/platform/instance'
import { checkMail } from '@/lib/platform/mail'
import { probeFolder } from '@/lib/platform/probe'
import { checkRedis } from '@/lib/platform/shared-redis'
import { storage } from '@/lib/platform/storage/storage'

/** A finding of `npm run doctor`; `off`: not set up, maybe on purpose. */
export type Finding = {
  check: string
  state: 'ok' | 'fault' | 'off'
  says: string
  /** What to do about a fault. */
  mend?: string
}

type Found = Omit<Finding, 'check' | 'mend'>

/**
 * Checks everything in order. Writes nothing except a probe to the store, which it deletes. `noDatabase`: why there is no
 * database to check, although nothing is wrong.
 */
export async function examine(noDatabase?: string): Promise<Finding[]> {
  const database: Finding =
    noDatabase === undefined
      ? await look(
          'database',
          'Check that PostgreSQL is running and DATABASE_URL is correct.',
          lookAtDatabase,
        )
      : { check: 'database', ...off(noDatabase) }
  const isThere = database.state === 'ok'
  const migrations = isThere && (await look('migrations', 'npm run migrate, or npm start', lookAtMigrations))
  const isMade = migrations && migrations.state === 'ok'
  const providers = isMade ? await readProviders() : snapshotOfFiles(env().PROVIDERS_FILE).providers
  return [
    { check: 'settings', state: 'ok', says: env().configFile?.path ?? 'the environment' },
    database,
    ...(migrations ? [migrations, await look('clock', 'Synchronize the clocks with NTP.', lookAtClock)] : []),
    await look(
      'data folder',
      'Make DATA_DIR writable for the user that runs Portico, and free space on its disk.',
      lookAtDisk,
    ),
    await look('store', 'Check the S3_* settings, the bucket, and the permissions of the key.', lookAtStore),
    await look('mail', 'Check SMTP_URL: its host, port, user and password.', lookAtMail),
    await look('redis', 'Check REDIS_URL.', lookAtRedis),
    ...(await Promise.all([...providers.values()].flatMap(lookAtProvider))),
  ]
}

/** `mend`: what to do if `work` throws. */
async function look(check: string, mend: string, work: () => Promise<Found>): Promise<Finding> {
  try {
    return { check, ...(await work()) }
  } catch (error) {
    return { check, state: 'fault', says: error instanceof Error ? error.message : String(error), mend }
  }
}

const ok = (says: string): Found => ({ state: 'ok', says })
const off = (says: string): Found => ({ state: 'off', says })

const OLDEST = 15

async function lookAtDatabase(): Promise<Found> {
  const { version } = await readDatabaseFacts()
  if (Number.parseInt(version, 10) < OLDEST)
    throw new Error(`PostgreSQL ${version} is too old: ${OLDEST} or later is required`)
  return ok(`PostgreSQL ${version}`)
}

async function lookAtMigrations(): Promise<Found> {
  const { migrations } = await readDatabaseFacts()
  if (migrations.length === 0) return off('none yet: npm start applies them')
  const folders = readdirSync('prisma/migrations', { withFileTypes: true }).filter((one) => one.isDirectory())
  const pending = folders.map(({ name }) => name).filter((name) => !migrations.includes(name))
  if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`)
  return ok(`${migrations.length} applied`)
}

/** Leases and deadlines use the database's clock, what customers see uses ours. */
const MOST_APART_SECONDS = 5

async function lookAtClock(): Promise<Found> {
  const { now } = await readDatabaseFacts()
  const apart = Math.abs(now.getTime() - Date.now()) / 1000
  if (apart > MOST_APART_SECONDS) throw new Error(`${apart.toFixed(1)} s off the database’s clock`)
  return ok(`${apart.toFixed(1)} s off the database’s clock`)
}

const notMade = () => `not there yet: npm start creates ${env().DATA_DIR}`

const LEAST_FREE_BYTES = 1024 ** 3

async function lookAtDisk(): Promise<Found> {
  const { DATA_DIR } = env()
  if (!existsSync(DATA_DIR)) return off(notMade())
  await probeFolder(DATA_DIR)
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free in ${DATA_DIR}`
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error(`only ${free}`)
  return ok(free)
}

async function lookAtStore(): Promise<Found> {
  if (env().S3_BUCKET === undefined && !existsSync(env().DATA_DIR)) return off(notMade())
  const key = `doctor/${randomUUID()}`
  const sent = Buffer.from(key)
  await storage().put(key, sent, { contentType: 'text/plain' })
  const stored = await storage().get(key)
  const read = stored && (await buffer(stored.body))
  await storage().delete(key)
  if (!read?.equals(sent)) throw new Error('it returned other bytes than were written')
  return ok(`${env().S3_BUCKET ?? 'the data folder'}: written, read, deleted`)
}

async function lookAtMail(): Promise<Found> {
  if (env().SMTP_URL === undefined) return off('no SMTP_URL: operators hand out password links')
  await checkMail()
  return ok('the server accepts the sign-in')
}

async function lookAtRedis(): Promise<Found> {
  if (env().REDIS_URL === undefined) return off('no REDIS_URL: rate limits apply per process')
  await checkRedis()
  return ok('answers')
}

async function readProviders(): Promise<ReadonlyMap<string, CatalogProvider>> {
  await loadCatalog()
  return catalogSnapshot().providers
}

function lookAtProvider({ id, enabled, target }: CatalogProvider): Promise<Finding>[] {
  if (!enabled || target === null || target.adapter === 'sandbox') return []
  const mend = `Check ${target.apiKeyEnv ?? 'the key'}, or the provider’s page at /console/admin/providers.`
  return [
    look(`provider ${id}`, mend, async () => {
      const { result, problem, model_count: models } = await testProvider(target, undefined)
      if (result === 'failed') throw new Error(problem ?? 'the check failed')
      if (result === 'untestable') return off('it has no free request to check')
      return ok(models === null ? 'accepts the key' : `accepts the key, lists ${models} models`)
    }),
  ]
}

import { flushContents } from '@/lib/account/api-keys/contents'
import { flushLastUsed } from '@/lib/account/api-keys/verify-key'
import { ensureOperators } from '@/lib/account/identity/customers'
import { ensureDemo, refuseDemoInPublic } from '@/lib/account/identity/demo'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { findLocalModels } from '@/lib/catalog/models/find-local-models'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { ensureLedgerPartitions } from '@/lib/money/ledger/archive'
import { releaseIdlePooledHolds } from '@/lib/money/ledger/holds'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { closeSettlementLog, flushLedger } from '@/lib/money/ledger/ledger'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { bookedNews, endLive } from '@/lib/money/usage/live'
import { ensureUsagePartitions } from '@/lib/money/usage/upkeep'
import { reportBreakers } from '@/lib/operator/admin/conditions'
import { loadSettings } from '@/lib/operator/settings/keep-settings'
import { bytePairs } from '@/lib/platform/byte-pairs'
import { ConfigurationError, env, reloadEnv } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import {
  closeDatabase,
  databaseAnswers,
  forgetKilled,
  repeat,
  startHeartbeat,
  stopHeartbeat,
} from '@/lib/platform/instance'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { logger } from '@/lib/platform/logger'
import { closeNotify } from '@/lib/platform/notify'
import { isDoneWithin, probeFolder, seldom } from '@/lib/platform/probe'
import { closeRedis } from '@/lib/platform/shared-redis'
import { storage } from '@/lib/platform/storage/storage'
import { startTracing, stopTracing } from '@/lib/platform/tracing'
import { queuedJobs, recoveries, rowJobs, scheduledJobs } from './registry'
import { closeMetrics, openMetrics } from './serve-metrics'

const SWEEP_MILLIS = 10_000
const IDLE_SWEEP_MILLIS = 1000
const FLUSH_PATIENCE_MILLIS = 10_000

/** True once `startProcess` is done, false again while the process drains. */
export const readiness = { isReady: false }

/** Prepares everything for the first request: catalog, demo account, recovered holds, background jobs. */
export async function startProcess(): Promise<void> {
  const { ROLE } = env()
  await startTracing()
  await startHeartbeat(ROLE)
  await loadSettings()
  await ensureUsagePartitions()
  await ensureLedgerPartitions()
  await applySeed()
  await findLocalModels()
  await loadCatalog()
  await bookedNews.open()
  refuseDemoInPublic()
  await ensureDemo()
  await ensureOperators()
  await sweepAfterTheDead()
  repeat(SWEEP_MILLIS, sweepAfterTheDead, 'the hold sweep failed')
  repeat(IDLE_SWEEP_MILLIS, releaseIdlePooledHolds, 'idle holds were not released')
  repeat(SWEEP_MILLIS, reportBreakers, 'operators were not alerted')
  const works = ROLE !== 'web'
  await startJobs({ scheduled: scheduledJobs, queued: queuedJobs, rows: rowJobs }, works)
  if (works) recover()
  await openMetrics()
  bytePairs() // otherwise the first long prompt would delay all requests
  readiness.isReady = true
}

/** In this order: what dead processes had delivered is charged to their holds before those are released. */
async function sweepAfterTheDead(): Promise<void> {
  await forgetKilled()
  await recoverSettlements()
  await releaseOrphanedHolds()
}

/** Runs in the background; nothing waits for it. */
function recover(): void {
  for (const work of recoveries)
    work().catch((error: unknown) =>
      logger.warn({ err: String(error) }, 'a recovery failed; a sweep follows'),
    )
}

/** Makes `/api/ready` answer 503, so that load balancers use other processes, and ends responses that would last. */
export function beginDrain(): void {
  readiness.isReady = false
  endLive()
}

/** Writes what is still in memory and closes everything. The process may exit afterwards. */
export async function endProcess(): Promise<void> {
  await stopJobs()
  closeMetrics()
  const written = releaseIdlePooledHolds(true)
    .catch(() => undefined)
    .then(() => Promise.all([flushLedger(), flushContents()]))
  if (!(await isDoneWithin(written, FLUSH_PATIENCE_MILLIS)))
    logger.error('the database is away: what could not be settled is settled at the next start')
  closeSettlementLog()
  await flushLastUsed()
  await stopHeartbeat()
  await closeNotify()
  await closeRedis()
  await closeDatabase()
  await stopTracing()
}

/** On SIGHUP: applies the settings of portico.yaml that a running process can change. An invalid file changes nothing. */
export async function reloadSettings(): Promise<void> {
  try {
    const { changed, waiting } = reloadEnv()
    logger.level = env().LOG_LEVEL
    logger.info({ changed }, 'settings were reloaded')
    if (waiting.length > 0) logger.warn({ waiting }, 'these settings change at the next start')
    await applySeed()
    await loadCatalog()
  } catch (error) {
    const err = error instanceof ConfigurationError ? error.message : String(error)
    logger.error({ err }, 'settings could not be reloaded and are unchanged')
  }
}

/** Throws 503 while the process starts or drains, if its database does not answer, or if `DATA_DIR` or the store is not writable. */
export async function readReadiness(): Promise<{ status: 'ready' }> {
  if (!readiness.isReady)
    throw new AppError('service_unavailable', {
      message: 'The server is starting or stopping.',
      retryAfterSeconds: 1,
    })
  if (!(await databaseAnswers()))
    throw new AppError('service_unavailable', {
      message: 'The database does not answer.',
      retryAfterSeconds: 1,
    })
  await dataFolder().catch((cause: unknown) => {
    const message = 'The data folder is not writable.'
    throw new AppError('service_unavailable', { message, retryAfterSeconds: 1, cause })
  })
  const isStorageThere = await storage()
    .check()
    .then(
      () => true,
      () => false,
    )
  if (!isStorageThere) throw new AppError('storage_unavailable', { retryAfterSeconds: 1 })
  return { status: 'ready' }
}

const dataFolder = seldom(() => probeFolder(env().DATA_DIR))

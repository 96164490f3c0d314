import { flushContents } from '@/lib/account/api-keys/contents'
import { flushLastUsed } from '@/lib/account/api-keys/verify-key'
import { ensureOperators } from '@/lib/account/identity/customers'
import { ensureDemo, refuseDemoInPublic } from '@/lib/account/identity/demo'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { findLocalModels } from '@/lib/catalog/models/find-local-models'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { releaseIdlePooledHolds } from '@/lib/money/ledger/holds'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { closeSettlementLog, flushLedger } from '@/lib/money/ledger/ledger'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { ensureUsagePartitions } from '@/lib/money/usage/upkeep'
import { reportBreakers, reportLongPrompts } from '@/lib/operator/admin/conditions'
import { loadSettings } from '@/lib/operator/settings/keep-settings'
import { env } from '@/lib/platform/env'
import { closeDatabase, forgetKilled, repeat, startHeartbeat, stopHeartbeat } from '@/lib/platform/instance'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { logger } from '@/lib/platform/logger'
import { closeNotify } from '@/lib/platform/notify'
import { isDoneWithin } from '@/lib/platform/probe'
import { closeRateLimit } from '@/lib/platform/rate-limit'
import { tokenVocabulary } from '@/lib/platform/tokens'
import { startTracing, stopTracing } from '@/lib/platform/tracing'
import { queuedJobs, recoveries, rowJobs, scheduledJobs } from './registry'
import { closeMetrics, openMetrics } from './serve-metrics'

const SWEEP_MILLIS = 10_000
const IDLE_SWEEP_MILLIS = 1000
const FLUSH_PATIENCE_MILLIS = 10_000

/** True once everything below is done, false again while the process drains. */
export const readiness = { isReady: false }

/** Everything that must be there before the first request: catalog, demo account, recovered holds, background work. */
export async function startProcess(): Promise<void> {
  const { ROLE } = env()
  await startTracing()
  await startHeartbeat(ROLE)
  await loadSettings()
  await ensureUsagePartitions()
  await applySeed()
  await findLocalModels()
  await loadCatalog()
  refuseDemoInPublic()
  await ensureDemo()
  await ensureOperators()
  await sweepAfterTheDead()
  repeat(SWEEP_MILLIS, sweepAfterTheDead, 'the hold sweep failed')
  repeat(IDLE_SWEEP_MILLIS, releaseIdlePooledHolds, 'idle holds were not released')
  const report = () => Promise.all([reportBreakers(), reportLongPrompts()])
  repeat(SWEEP_MILLIS, report, 'operators were not told of what this process has seen')
  const works = ROLE !== 'web'
  await startJobs({ scheduled: scheduledJobs, queued: queuedJobs, rows: rowJobs }, works)
  if (works) recover()
  await openMetrics()
  tokenVocabulary() // else the first long prompt would hold up everyone
  readiness.isReady = true
}

/** In this order: what the dead had delivered is charged to their holds before these are given back. */
async function sweepAfterTheDead(): Promise<void> {
  await forgetKilled()
  await recoverSettlements()
  await releaseOrphanedHolds()
}

/** Runs in the background: nothing waits for it. */
function recover(): void {
  for (const work of recoveries)
    work().catch((error: unknown) =>
      logger.warn({ err: String(error) }, 'a recovery failed; a sweep follows'),
    )
}

/** No new work: `/api/ready` says so, so that a load balancer looks elsewhere. */
export function beginDrain(): void {
  readiness.isReady = false
}

/** Writes what is still in memory and lets go of everything; the process may exit afterwards. */
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
  await closeRateLimit()
  await closeDatabase()
  await stopTracing()
}

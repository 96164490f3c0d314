import { countCustomers } from '@/lib/identity/count-customers'
import { clock } from '@/lib/platform/clock'
import { listInstances } from '@/lib/platform/instance'
import { storage } from '@/lib/platform/storage/storage'
import type { OperatorProvider } from './catalog-schema'
import { findAttention } from './internal/find-attention'
import type { LedgerCheck } from './ledger-schema'
import { listLedgerChecks } from './list-ledger-checks'
import { listOperatorModels } from './list-operator-models'
import { listOperatorProviders } from './list-operator-providers'
import type { OverviewReply } from './overview-schema'
import { readQueue } from './read-queue'

type Facts = Omit<OverviewReply, 'attention' | 'as_of'>

/** How the installation does at the moment, and what of it needs somebody. */
export async function readOverview(): Promise<OverviewReply> {
  const [instances, isStored, providers, models, customers, queue, checks] = await Promise.all([
    listInstances(),
    isStorageThere(),
    listOperatorProviders(),
    listOperatorModels(),
    countCustomers(),
    readQueue(),
    listLedgerChecks(),
  ])
  const present = providers.data.filter(({ withdrawn_at }) => withdrawn_at === null)
  const { waiting, active, failed, waiting_since } = queue.totals
  const facts: Facts = {
    processes: instances.map(({ id, role, started_at, heartbeat_at }) => ({
      id,
      role,
      started_at: started_at.toISOString(),
      heartbeat_at: heartbeat_at.toISOString(),
    })),
    storage: isStored ? 'operational' : 'down',
    providers: countProviders(present),
    models: {
      total: models.data.length,
      callable: models.data.filter(({ state }) => state === 'callable').length,
    },
    customers,
    queue: { waiting, active, failed, waiting_since },
    ledger: lastCheck(checks.data),
  }
  const now = clock.now()
  return { as_of: now.toISOString(), attention: findAttention(facts, present, now), ...facts }
}

function countProviders(providers: readonly OperatorProvider[]): Facts['providers'] {
  const count = (test: (provider: OperatorProvider) => boolean) => providers.filter(test).length
  return {
    total: providers.length,
    in_service: count(({ enabled, key }) => enabled && key?.is_set !== false),
    not_configured: count(({ enabled, key }) => enabled && key?.is_set === false),
    disabled: count(({ enabled }) => !enabled),
    troubled: count(({ status }) => status === 'degraded' || status === 'down'),
  }
}

/** A check that was cut off says nothing; the one before it still holds. */
function lastCheck(checks: readonly LedgerCheck[]): Facts['ledger'] {
  const last = checks.find(({ status }) => status !== 'interrupted')
  if (last === undefined || last.status === 'interrupted') return null
  return {
    status: last.status,
    started_at: last.started_at,
    problem_count: last.findings?.problems.length ?? 0,
  }
}

function isStorageThere(): Promise<boolean> {
  return storage()
    .check()
    .then(
      () => true,
      () => false,
    )
}

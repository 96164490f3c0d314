import { countDisputed } from '@/lib/billing/orders'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { countCustomers } from '@/lib/identity/customers'
import { clock } from '@/lib/platform/clock'
import { listInstances } from '@/lib/platform/instance'
import { storage } from '@/lib/platform/storage/storage'
import { isBroken } from '@/lib/routing/route-health'
import { listOperatorModels } from './catalog'
import { listLedgerChecks } from './ledger-checks'
import { listOperatorProviders } from './providers'
import type { OperatorProvider } from './providers-schema'
import { readQueue } from './queue'
import type { Attention, LedgerCheck, OverviewReply } from './schema'

type Facts = Omit<OverviewReply, 'attention' | 'as_of'>

/** How the installation does at the moment, and what of it needs somebody. */
export async function readOverview(): Promise<OverviewReply> {
  const [instances, isStored, providers, models, customers, queue, checks, disputes] = await Promise.all([
    listInstances(),
    isStorageThere(),
    listOperatorProviders(),
    listOperatorModels(),
    countCustomers(),
    readQueue(),
    listLedgerChecks(),
    countDisputed(),
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
  return { as_of: now.toISOString(), attention: findAttention(facts, present, disputes, now), ...facts }
}

function countProviders(providers: readonly OperatorProvider[]): Facts['providers'] {
  const count = (test: (provider: OperatorProvider) => boolean) => providers.filter(test).length
  return {
    total: providers.length,
    in_service: count(({ enabled, is_configured }) => enabled && is_configured),
    not_configured: count(({ enabled, is_configured }) => enabled && !is_configured),
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

/** Work that waits longer than this has nobody who does it, or too few. */
const LONG_WAIT_MILLIS = 5 * 60_000
/** Checks come every hour. */
const STALE_CHECK_MILLIS = 3 * 3_600_000

const severities: readonly Attention['severity'][] = ['danger', 'warning', 'info']

/** What needs somebody, the most urgent first. */
function findAttention(
  facts: Facts,
  providers: readonly OperatorProvider[],
  disputes: number,
  now: Date,
): Attention[] {
  const found = [
    ...ofProcesses(facts),
    ...ofLedger(facts, now),
    ...ofQueue(facts, now),
    ...providers.flatMap(ofProvider),
    ...ofRoutes(providers),
    ...ofDisputes(disputes),
    ...ofCatalog(facts, providers),
  ]
  return found.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

function ofProcesses({ processes, storage }: Facts): Attention[] {
  const found: Attention[] = []
  if (!processes.some(({ role }) => role !== 'web'))
    found.push({
      kind: 'process',
      severity: 'danger',
      title: 'No worker is running',
      detail: 'Images, videos, callbacks and mail wait until a process with ROLE=worker or ROLE=all starts.',
      subject: null,
    })
  if (storage === 'down')
    found.push({
      kind: 'storage',
      severity: 'danger',
      title: 'The object storage does not answer',
      detail: 'Uploads are refused and pictures wait until it does.',
      subject: null,
    })
  return found
}

function ofLedger({ ledger }: Facts, now: Date): Attention[] {
  const common = { kind: 'ledger', subject: null } as const
  if (ledger?.status === 'failed')
    return [
      {
        ...common,
        severity: 'danger',
        title: 'The ledger does not agree with itself',
        detail: `The last check found ${counted(ledger.problem_count, 'problem')}.`,
      },
    ]
  if (ledger === null || now.getTime() - Date.parse(ledger.started_at) < STALE_CHECK_MILLIS) return []
  const detail = 'It is checked every hour by a worker.'
  return [{ ...common, severity: 'warning', title: 'The ledger has not been checked for hours', detail }]
}

function ofQueue({ queue }: Facts, now: Date): Attention[] {
  const found: Attention[] = []
  const common = { kind: 'queue', severity: 'warning', subject: null } as const
  if (queue.failed > 0)
    found.push({
      ...common,
      title: `${counted(queue.failed, 'job')} failed for good`,
      detail: 'Look at the reason, then retry or discard.',
    })
  if (queue.waiting_since !== null && now.getTime() - Date.parse(queue.waiting_since) > LONG_WAIT_MILLIS)
    found.push({
      ...common,
      title: 'Work has been waiting for minutes',
      detail: `${counted(queue.waiting, 'job')} due and not claimed: more workers, or a look at their log.`,
    })
  return found
}

function ofProvider(provider: OperatorProvider): Attention[] {
  const { id, name, status, keys, withdrawn_at } = provider
  if (withdrawn_at !== null) return []
  const found: Attention[] = []
  const refused = keys.filter(({ refused_at }) => refused_at !== null).length
  if (refused > 0)
    found.push({
      kind: 'provider',
      severity: refused === keys.length ? 'danger' : 'warning',
      title: `${name} refuses ${refused === keys.length ? 'our key' : `${refused} of ${keys.length} keys`}`,
      detail: 'Replace it, or test it again once the account is in order.',
      subject: id,
    })
  if (status === 'down' || status === 'degraded')
    found.push({
      kind: 'provider',
      severity: status === 'down' ? 'danger' : 'warning',
      title: `${name} is ${status}`,
      detail: 'Calls go to other providers of the same models first while it fails.',
      subject: id,
    })
  return found
}

/** As this process sees it, which is enough to look into it. */
function ofRoutes(providers: readonly OperatorProvider[]): Attention[] {
  const routes = [...catalogSnapshot().models.values()].flatMap((model) => model.routes)
  return routes
    .filter(({ routeId }) => isBroken(routeId))
    .map(({ modelName, providerId }) => ({
      kind: 'provider',
      severity: 'warning',
      title: `${modelName} fails too often at ${providers.find(({ id }) => id === providerId)?.name ?? providerId}`,
      detail: 'Others that serve it go first for up to a minute. Test the provider, or switch the route off.',
      subject: providerId,
    }))
}

function ofDisputes(count: number): Attention[] {
  if (count === 0) return []
  return [
    {
      kind: 'customer',
      severity: 'warning',
      title: `${counted(count, 'payment')} disputed`,
      detail:
        'The credit was taken back. Answer in the dashboard of the payment provider before its deadline.',
      subject: null,
    },
  ]
}

function ofCatalog({ models }: Facts, providers: readonly OperatorProvider[]): Attention[] {
  const common = { kind: 'catalog', subject: null } as const
  if (models.callable === 0)
    return [
      {
        ...common,
        severity: 'danger',
        title: 'No model can be called',
        detail: 'Switch a provider on, or give one its key.',
      },
    ]
  const isReal = ({ adapter, enabled, is_configured, model_count }: OperatorProvider) =>
    adapter !== 'sandbox' && enabled && is_configured && model_count > 0
  if (providers.some(isReal)) return []
  return [
    {
      ...common,
      severity: 'info',
      title: 'Only the sandbox is in service',
      detail: 'Connect a provider with its key to serve real models.',
    },
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

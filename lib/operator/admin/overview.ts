import { type Condition, listOpenConditions, type OpenCondition } from '@/lib/account/alerts/conditions'
import { countCustomers, listOperatorEmails } from '@/lib/account/identity/customers'
import { paths } from '@/lib/client/paths'
import { countDisputed } from '@/lib/money/orders/orders'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { listInstances } from '@/lib/platform/instance'
import { isMailAvailable } from '@/lib/platform/mail'
import { storage } from '@/lib/platform/storage/storage'
import { listOperatorModels } from './catalog'
import type { OperatorProvider } from './catalog-schema'
import { findConditions } from './conditions'
import { listLedgerChecks } from './ledger-checks'
import { listOperatorProviders } from './providers'
import { readQueue } from './queue'
import { Attention, type LedgerCheck, type OverviewReply } from './schema'
import { presentSetup } from './setup'

type Facts = Omit<OverviewReply, 'attention' | 'alert_ways' | 'as_of'>

/** The state of the installation, and what needs attention. */
export async function readOverview(): Promise<OverviewReply> {
  const [instances, isStored, providers, models, customers, queue, checks, disputes, noted] =
    await Promise.all([
      listInstances(),
      isStorageThere(),
      listOperatorProviders(),
      listOperatorModels(),
      countCustomers(),
      readQueue(),
      listLedgerChecks(),
      countDisputed(),
      listOpenConditions(),
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
    setup: presentSetup({ providers: present, models: models.data }),
  }
  const now = clock.now()
  const conditions = await findConditions({ providers: providers.data, queue, checks: checks.data })
  const alerted = ofConditions(conditions, noted)
  const attention = [...alerted, ...findAttention(facts, present, { alerted, disputes, now })]
  attention.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
  return { as_of: now.toISOString(), attention, alert_ways: await alertWays(), ...facts }
}

/** Mail needs an operator other than the demo account, which has no mailbox. */
async function alertWays(): Promise<OverviewReply['alert_ways']> {
  const isMailed = isMailAvailable() && (await listOperatorEmails()).length > 0
  const isPosted = env().OPERATOR_ALERT_URL !== undefined
  return [...(isMailed ? (['mail'] as const) : []), ...(isPosted ? (['webhook'] as const) : [])]
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

/** An interrupted check has no result; the one before it counts. */
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

/** Checks run every hour. */
const STALE_CHECK_MILLIS = 3 * 3_600_000

const severities: readonly Attention['severity'][] = ['danger', 'warning', 'info']

/** What needs attention besides the conditions that operators are alerted about. */
function findAttention(
  facts: Facts,
  providers: readonly OperatorProvider[],
  { alerted, disputes, now }: { alerted: readonly Attention[]; disputes: number; now: Date },
): Attention[] {
  const isAlerted = (id: string) => alerted.some(({ subject }) => subject === id)
  return [
    ...ofProcesses(facts),
    ...ofLedger(facts, now),
    ...ofQueue(facts),
    ...providers.flatMap((provider) => ofProvider(provider, isAlerted(provider.id))),
    ...ofDisputes(disputes),
    ...ofCatalog(facts, providers),
  ].map((found) => ({ subject: null, since: null, is_alerted: false, action: null, ...found }))
}

/** By single processes, or by a daily job. */
const reportedElsewhere: ReadonlySet<string> = new Set([
  'price.below_cost',
  'price.list_unreadable',
  'catalog.new_models',
])

/** Conditions that single processes report are read from the recorded ones. Breakers of a provider that is down are left out. */
function ofConditions(found: readonly Condition[], noted: readonly OpenCondition[]): Attention[] {
  const nameOf = ({ event, subject }: Condition) => `${event} ${subject}`
  const known = new Map(noted.map((one) => [nameOf(one), one]))
  const isDown = (id: string) =>
    found.some(({ event, subject }) => event === 'provider.down' && subject === id)
  const reported = noted.filter(
    ({ event, subject }) =>
      reportedElsewhere.has(event) || (event === 'provider.breaker_opened' && !isDown(subject)),
  )
  return [...found, ...reported].map((condition) => {
    const { event, subject, severity, title, detail, action } = condition
    const { since = null, isRaised = false } = known.get(nameOf(condition)) ?? {}
    const kind = Attention.shape.kind.parse(event.split('.')[0])
    const about = { kind, severity, title, detail, subject: kind === 'provider' ? subject : null }
    return { ...about, since, is_alerted: isRaised, action }
  })
}

type Found = Pick<Attention, 'kind' | 'severity' | 'title' | 'detail'> & Partial<Attention>

function ofProcesses({ processes, storage }: Facts): Found[] {
  const found: Found[] = []
  if (!processes.some(({ role }) => role !== 'web'))
    found.push({
      kind: 'process',
      severity: 'danger',
      title: 'No worker is running',
      detail: 'Images, videos, webhooks and email wait until a process with ROLE=worker or ROLE=all starts.',
    })
  if (storage === 'down')
    found.push({
      kind: 'storage',
      severity: 'danger',
      title: 'Object storage is unreachable',
      detail: 'Uploads fail and images wait until it is back.',
    })
  return found
}

function ofLedger({ ledger }: Facts, now: Date): Found[] {
  if (ledger === null || now.getTime() - Date.parse(ledger.started_at) < STALE_CHECK_MILLIS) return []
  return [
    {
      kind: 'ledger',
      severity: 'warning',
      title: 'The ledger has not been checked for hours',
      detail: 'A worker checks it every hour.',
      since: ledger.started_at,
      action: { label: 'Open ledger', path: paths.adminLedger },
    },
  ]
}

function ofQueue({ queue }: Facts): Found[] {
  if (queue.failed === 0) return []
  return [
    {
      kind: 'queue',
      severity: 'warning',
      title: `${counted(queue.failed, 'job')} failed after all retries`,
      detail: 'Check the error, then retry or discard them.',
      action: { label: 'Open queue', path: paths.adminQueue },
    },
  ]
}

/** Problems of a provider that are not worth an alert. */
function ofProvider({ id, name, status, keys }: OperatorProvider, isAlerted: boolean): Found[] {
  const action = { label: 'Open provider', path: paths.connectProvider(id) }
  const common = { kind: 'provider', severity: 'warning', subject: id, action } as const
  const found: Found[] = []
  const refused = keys.filter(({ refused_at }) => refused_at !== null).length
  if (refused > 0 && refused < keys.length)
    found.push({
      ...common,
      title: `${name} rejects ${refused} of ${keys.length} keys`,
      detail: 'Replace the key, or test it again once the account is in order.',
    })
  if (status === 'degraded' && !isAlerted)
    found.push({
      ...common,
      title: `${name} is degraded`,
      detail: 'Requests go to other providers of the same models first.',
    })
  return found
}

function ofDisputes(count: number): Found[] {
  if (count === 0) return []
  return [
    {
      kind: 'customer',
      severity: 'warning',
      title: `${counted(count, 'payment')} disputed`,
      detail: 'The credit was withdrawn. Respond in the Stripe dashboard before the deadline.',
      action: { label: 'Open customers', path: paths.adminCustomers },
    },
  ]
}

function ofCatalog({ models }: Facts, providers: readonly OperatorProvider[]): Found[] {
  const common = { kind: 'catalog', action: { label: 'Open providers', path: paths.adminProviders } } as const
  if (models.callable === 0)
    return [
      {
        ...common,
        severity: 'danger',
        title: 'No model is available',
        detail: 'Enable a provider or add a provider key.',
      },
    ]
  const isReal = ({ adapter, enabled, is_configured, model_count }: OperatorProvider) =>
    adapter !== 'sandbox' && enabled && is_configured && model_count > 0
  if (providers.some(isReal)) return []
  return [
    {
      ...common,
      severity: 'info',
      title: 'Only the sandbox is active',
      detail: 'Add a provider key to serve real models.',
    },
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

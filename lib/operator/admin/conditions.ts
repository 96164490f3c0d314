import { type Condition, recordConditions, resolveConditions } from '@/lib/account/alerts/conditions'
import { listEndingRoutes } from '@/lib/catalog/models/models'
import { listPriceChanges } from '@/lib/catalog/models/operator-settings'
import { findProvider } from '@/lib/catalog/models/read-snapshot'
import { paths } from '@/lib/client/paths'
import { drainBreakerOpenings } from '@/lib/gateway/routing/route-health'
import { clock } from '@/lib/platform/clock'
import type { OperatorProvider } from './catalog-schema'
import { listLedgerChecks } from './ledger-checks'
import { listOperatorProviders } from './providers'
import { readQueue } from './queue'
import type { LedgerCheck, QueueReply } from './schema'

type Observed = { providers: readonly OperatorProvider[]; queue: QueueReply; checks: readonly LedgerCheck[] }

/** Checks the installation and alerts operators. Safe to run twice and on several nodes. */
export async function watchInstallation(): Promise<void> {
  const [providers, queue, checks] = await Promise.all([
    listOperatorProviders(),
    readQueue(),
    listLedgerChecks(),
  ])
  await recordConditions(await findConditions({ providers: providers.data, queue, checks: checks.data }))
  await resolveConditions()
}

/** The present conditions that operators are alerted about, except those that single processes report. */
export async function findConditions({ providers, queue, checks }: Observed): Promise<Condition[]> {
  const ofProviders = providers.flatMap((provider) => [...ofProvider(provider), ...ofAccount(provider)])
  return [...ofProviders, ...ofQueue(queue), ...ofLedger(checks), ...ofEnds(), ...(await ofPrices())]
}

/** Reports circuit breakers that opened in this process. */
export async function reportBreakers(): Promise<void> {
  await recordConditions([...drainBreakerOpenings()].map(([id, models]) => ofBreaker(id, [...models])))
}

function ofProvider(provider: OperatorProvider): Condition[] {
  const { id, name, status, keys, withdrawn_at } = provider
  if (withdrawn_at !== null || !provider.enabled) return []
  const common = {
    event: 'provider.down',
    subject: id,
    severity: 'danger',
    action: { label: 'Open provider', path: paths.connectProvider(id) },
  } as const
  if (keys.length > 0 && keys.every(({ refused_at }) => refused_at !== null)) {
    const detail = 'Every stored key was rejected. Replace it, or test it again once the account is in order.'
    return [{ ...common, title: `${name} rejects the key`, detail }]
  }
  if (status !== 'down') return []
  const detail =
    'Requests fail or time out, and fall back to other providers of the same models. Test the provider and check its status page.'
  return [{ ...common, title: `${name} is down`, detail }]
}

function ofAccount({ id, name, enabled, withdrawn_at, account }: OperatorProvider): Condition[] {
  const { balance = null, alert_below = null } = account ?? {}
  if (!enabled || withdrawn_at !== null || balance === null || alert_below === null) return []
  if (Number(balance.amount) >= Number(alert_below)) return []
  const left = `${Number(balance.amount).toFixed(2)} ${balance.currency}`
  return [
    {
      event: 'provider.balance_low',
      subject: id,
      severity: 'warning',
      title: `The balance at ${name} is low`,
      detail: `${left} were left when it was last read. Without a balance the provider refuses requests. Add credit there.`,
      action: { label: 'Open provider', path: paths.connectProvider(id) },
    },
  ]
}

function ofBreaker(id: string, models: readonly string[]): Condition {
  const name = findProvider(id)?.name ?? id
  return {
    event: 'provider.breaker_opened',
    subject: id,
    severity: 'warning',
    title: `Requests to ${name} keep failing`,
    detail: `The circuit breaker opened for ${named(models)}, so other routes are tried first. Test the provider and check the errors in usage.`,
    action: { label: 'Open provider', path: paths.connectProvider(id) },
  }
}

/** Jobs that wait longer than this need more workers. */
const LONG_WAIT_MILLIS = 5 * 60_000

function ofQueue({ queues, totals }: QueueReply): Condition[] {
  const isLong = (since: string | null) =>
    since !== null && clock.now().getTime() - Date.parse(since) > LONG_WAIT_MILLIS
  if (!isLong(totals.waiting_since)) return []
  const names = queues.filter(({ waiting_since }) => isLong(waiting_since)).map(({ name }) => name)
  return [
    {
      event: 'queue.stalled',
      subject: 'queue',
      severity: 'warning',
      title: 'Background jobs are delayed',
      detail: `${totals.waiting} jobs are queued, some for over five minutes (${named(names)}). Start more workers or check their logs.`,
      action: { label: 'Open queue', path: paths.adminQueue },
    },
  ]
}

function ofLedger(checks: readonly LedgerCheck[]): Condition[] {
  // An interrupted or running check has no result; the one before it counts.
  const last = checks.find(({ status }) => status === 'passed' || status === 'failed')
  if (last?.status !== 'failed') return []
  return [
    {
      event: 'ledger.differs',
      subject: 'ledger',
      severity: 'danger',
      title: 'The ledger is unbalanced',
      detail: `The last check found ${last.findings?.problems.length ?? 0} problems. Review them and make a backup before you adjust anything.`,
      action: { label: 'Open ledger', path: paths.adminLedger },
    },
  ]
}

/** How long a price change is listed. */
const NEWS_MILLIS = 24 * 3_600_000

async function ofPrices(): Promise<Condition[]> {
  const changes = await listPriceChanges(NEWS_MILLIS)
  return changes.map(({ providerId, providerName, at, modelIds }) => {
    const [only, ...others] = modelIds
    const path = only !== undefined && others.length === 0 ? paths.adminModel(only) : paths.adminModels
    return {
      event: 'price.changed',
      subject: `${providerId} ${at.toISOString()}`,
      severity: 'info',
      title: `Prices at ${providerName} changed`,
      detail: `New prices are active for ${named(modelIds)}. Check that your own prices still fit.`,
      action: { label: others.length === 0 ? 'Open model' : 'Open models', path },
    }
  })
}

/** One for each provider and day, and another once that day has come. */
function ofEnds(): Condition[] {
  const today = clock.now().toISOString().slice(0, 10)
  const together = Map.groupBy(listEndingRoutes(), ({ providerId, endsOn }) => `${providerId} ${endsOn}`)
  return [...together].flatMap(([subject, routes]) => {
    const [route, ...others] = routes
    if (route === undefined) return []
    const isOver = route.endsOn <= today
    const models = named(routes.map(({ modelId }) => modelId))
    const path = others.length === 0 ? paths.adminModel(route.modelId) : paths.adminModels
    return {
      event: 'catalog.models_end',
      subject: isOver ? `${subject} over` : subject,
      severity: 'warning',
      title: `${route.providerName} ${isOver ? 'ended' : 'ends'} ${others.length === 0 ? 'a model' : `${routes.length} models`} on ${route.endsOn}`,
      detail: isOver
        ? `Requests to ${models} there fail. Disable these routes.`
        : `Requests to ${models} there will fail from then on. Customers who used a model that no provider keeps are told.`,
      action: { label: others.length === 0 ? 'Open model' : 'Open models', path },
    }
  })
}

const MAX_NAMES = 3

export function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

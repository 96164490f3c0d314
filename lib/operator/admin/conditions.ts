import { type Condition, noteConditions, resolveConditions } from '@/lib/account/alerts/conditions'
import { listPriceChanges } from '@/lib/catalog/models/operator-settings'
import { findProvider } from '@/lib/catalog/models/read-snapshot'
import { paths } from '@/lib/client/paths'
import { type LongPrompt, takeBreakerOpenings, takeLongPrompts } from '@/lib/gateway/routing/route-health'
import { clock } from '@/lib/platform/clock'
import { listLedgerChecks } from './ledger-checks'
import { listOperatorProviders } from './providers'
import type { OperatorProvider } from './providers-schema'
import { readQueue } from './queue'
import type { LedgerCheck, QueueReply } from './schema'

type Seen = { providers: readonly OperatorProvider[]; queue: QueueReply; checks: readonly LedgerCheck[] }

/** Looks at the installation and has operators alerted. May run twice, and on several nodes. */
export async function watchInstallation(): Promise<void> {
  const [providers, queue, checks] = await Promise.all([
    listOperatorProviders(),
    readQueue(),
    listLedgerChecks(),
  ])
  await noteConditions(await findConditions({ providers: providers.data, queue, checks: checks.data }))
  await resolveConditions()
}

/** What is there now of all that operators are alerted of, but for what single processes report. */
export async function findConditions({ providers, queue, checks }: Seen): Promise<Condition[]> {
  return [...providers.flatMap(ofProvider), ...ofQueue(queue), ...ofLedger(checks), ...(await ofPrices())]
}

/** Reports breakers that opened in this process, which alone knows of them. */
export async function reportBreakers(): Promise<void> {
  await noteConditions([...takeBreakerOpenings()].map(([id, models]) => ofBreaker(id, [...models])))
}

/** Reports what providers charge more for than its price, as this process was told by them. */
export async function reportLongPrompts(): Promise<void> {
  await noteConditions(takeLongPrompts().map(ofLongPrompt))
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
    const detail =
      'Every key set here was refused. Replace it, or test it again once the account is in order.'
    return [{ ...common, title: `${name} refuses our key`, detail }]
  }
  if (status !== 'down') return []
  const detail =
    'Calls fail or time out. Other providers of the same models take over; test it, and look at its status page.'
  return [{ ...common, title: `${name} is down`, detail }]
}

function ofBreaker(id: string, models: readonly string[]): Condition {
  const name = findProvider(id)?.name ?? id
  return {
    event: 'provider.breaker_opened',
    subject: id,
    severity: 'warning',
    title: `Calls to ${name} keep failing`,
    detail: `Its circuit breaker opened for ${named(models)}: other routes go first. Test the provider, and look at the errors in usage.`,
    action: { label: 'Open provider', path: paths.connectProvider(id) },
  }
}

function ofLongPrompt({ providerId, modelId, threshold, tokens }: LongPrompt): Condition {
  const name = findProvider(providerId)?.name ?? providerId
  return {
    event: 'price.threshold_passed',
    subject: `${providerId} ${modelId}`,
    severity: 'warning',
    title: `${name} charges more for a prompt than its price here`,
    detail: `It counted ${tokens} tokens in a prompt for ${modelId}, and charges more above ${threshold}: compare its bill. Usage shows the request.`,
    action: { label: 'Open model', path: paths.adminModel(modelId) },
  }
}

/** Work that waits longer than this has no workers, or too few. */
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
      title: 'Background work is piling up',
      detail: `${totals.waiting} jobs wait, some for over five minutes (${named(names)}). Start more workers, or look at their log.`,
      action: { label: 'Open queue', path: paths.adminQueue },
    },
  ]
}

function ofLedger(checks: readonly LedgerCheck[]): Condition[] {
  // One that was cut off, or is not over, says nothing; the one before it still holds.
  const last = checks.find(({ status }) => status === 'passed' || status === 'failed')
  if (last?.status !== 'failed') return []
  return [
    {
      event: 'ledger.differs',
      subject: 'ledger',
      severity: 'danger',
      title: 'The ledger does not agree with itself',
      detail: `The last check found ${last.findings?.problems.length ?? 0} problems. Look at them before anything is adjusted, and keep a backup.`,
      action: { label: 'Open ledger', path: paths.adminLedger },
    },
  ]
}

/** How long it stays on the list. */
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
      detail: `New prices are in force for ${named(modelIds)}. Check that your own still fit.`,
      action: { label: others.length === 0 ? 'Open model' : 'Open models', path },
    }
  })
}

const MOST_NAMES = 3

function named(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

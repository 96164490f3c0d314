import { listRecentOutcomes } from '@/lib/money/usage/read-traffic'
import type { RouteOutcomes } from '@/lib/money/usage/traffic'
import { clock } from '@/lib/platform/clock'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { providerProbeFor } from '@/lib/upstream/registry'
import type { CatalogProvider } from './catalog-snapshot'
import { catalogSnapshot } from './read-snapshot'
import { listProbes, type ProbeRow, saveProbe } from './repository'
import type { ProviderStatus } from './schema'

/** Older attempts do not count. */
const RECENT_MILLIS = 10 * 60_000
const FIVE_MINUTES_MILLIS = 300_000

export type HealthReport = {
  statusOf(provider: CatalogProvider): ProviderStatus
  statusOfModel(provider: CatalogProvider, modelId: string): ProviderStatus
}

/** Every provider's health by its latest attempts, else by a probe; without either it is operational. */
export async function readHealth(): Promise<HealthReport> {
  const now = clock.now()
  const [outcomes, probes] = await Promise.all([listRecentOutcomes(recentSince(now)), listProbes()])
  const triesOf = Map.groupBy(outcomes, (row) => row.provider_id)
  const probeOf = new Map(probes.map((probe) => [probe.providerId, assessProbe(probe, now)] as const))
  const statusOf = (provider: CatalogProvider): ProviderStatus =>
    isOff(provider)
      ? 'disabled'
      : (assessTries(triesOf.get(provider.id) ?? []) ?? probeOf.get(provider.id) ?? 'operational')
  return {
    statusOf,
    statusOfModel(provider, modelId) {
      const status = statusOf(provider)
      if (status === 'disabled' || status === 'down') return status
      return (
        assessTries(triesOfModel(triesOf.get(provider.id), modelId)) ??
        // Without recent requests to the model, not those to the provider's other models count.
        probeOf.get(provider.id) ??
        'operational'
      )
    },
  }
}

function triesOfModel(tries: readonly RouteOutcomes[] = [], modelId: string): RouteOutcomes[] {
  return tries.filter((row) => row.model_id === modelId)
}

function isOff({ enabled, configured }: CatalogProvider): boolean {
  return !enabled || !configured
}

/** The start of a five-minute interval about ten minutes ago. */
function recentSince(now: Date): Date {
  return new Date(Math.floor((now.getTime() - RECENT_MILLIS) / FIVE_MINUTES_MILLIS) * FIVE_MINUTES_MILLIS)
}

type Health = 'operational' | 'degraded' | 'down'

/** The number of latest attempts to assess. */
const ENOUGH_TRIES = 20
const DOWN_FAILURES = 3
const DOWN_SHARE = 0.75
const DEGRADED_SHARE = 0.1

/**
 * Health by the latest attempts, undefined without any. Down: at least three and 75% of them failed. Degraded: 10% failed,
 * or most were rate limited. `outcomes` are newest first.
 */
export function assessTries(outcomes: readonly RouteOutcomes[]): Health | undefined {
  const { answered, failed, limited } = latest(outcomes)
  const tries = answered + failed
  if (tries + limited === 0) return undefined
  if (failed >= DOWN_FAILURES && failed >= tries * DOWN_SHARE) return 'down'
  const isDegraded = failed > 0 && failed >= tries * DEGRADED_SHARE
  return isDegraded || limited > tries ? 'degraded' : 'operational'
}

/** Sums whole minutes, newest first, until there are enough attempts. */
function latest(outcomes: readonly RouteOutcomes[]) {
  const sum = { answered: 0, failed: 0, limited: 0 }
  let at: number | undefined
  for (const { start, answered, failed, limited } of outcomes) {
    const isNextMinute = start.getTime() !== at
    if (isNextMinute && sum.answered + sum.failed + sum.limited >= ENOUGH_TRIES) break
    at = start.getTime()
    sum.answered += answered
    sum.failed += failed
    sum.limited += limited
  }
  return sum
}

/** How long a probe's result is valid. */
const PROBE_VALID_MILLIS = 15 * 60_000
const DOWN_PROBES = 3

/** Health by the latest probe, undefined without a recent one. */
function assessProbe(probe: ProbeRow | undefined, now: Date): Health | undefined {
  if (probe === undefined || now.getTime() - probe.checkedAt.getTime() > PROBE_VALID_MILLIS) return undefined
  if (probe.failuresInARow === 0) return 'operational'
  return probe.failuresInARow >= DOWN_PROBES ? 'down' : 'degraded'
}

/** A provider that failed is probed again a minute later. */
const AGAIN_AFTER_MILLIS = 4.5 * 60_000
const TIMEOUT_MILLIS = 10_000

/**
 * Probes every active provider without a call in the last five minutes, with a free call. Safe to run on several nodes and
 * to repeat.
 */
export async function probeProviders(): Promise<void> {
  const now = clock.now()
  const since = new Date(Math.floor(now.getTime() / FIVE_MINUTES_MILLIS - 1) * FIVE_MINUTES_MILLIS)
  const [outcomes, probes] = await Promise.all([listRecentOutcomes(since), listProbes()])
  const busy = new Set(outcomes.map((row) => row.provider_id))
  const probeOf = new Map(probes.map((row) => [row.providerId, row]))
  const due = targetsInService().filter(
    ({ providerId }) => !busy.has(providerId) && isDue(probeOf.get(providerId), now),
  )
  await Promise.all(due.map((target) => probeOne(target)))
}

/** The targets of all providers of callable models. */
function targetsInService(): AdapterTarget[] {
  const targets = [...catalogSnapshot().models.values()].flatMap(({ routes }) =>
    routes.map(({ target }) => [target.providerId, target] as const),
  )
  return [...new Map(targets).values()]
}

function isDue(probe: ProbeRow | undefined, now: Date): boolean {
  if (probe === undefined || probe.failuresInARow > 0) return true
  return now.getTime() - probe.checkedAt.getTime() >= AGAIN_AFTER_MILLIS
}

async function probeOne(target: AdapterTarget): Promise<void> {
  const probe = providerProbeFor(target)
  if (probe === null) return
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(TIMEOUT_MILLIS)
  const fault = await probe(signal).then(
    () => null,
    (error: unknown) => faultOf(error, signal),
  )
  const latencyMs = Math.round(performance.now() - startedAt)
  await saveProbe({ providerId: target.providerId, checkedAt: clock.now(), latencyMs, fault })
}

function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout'
  return error instanceof UpstreamError ? error.fault : 'failed'
}

import { clock } from '@/lib/platform/clock'
import { listRecentOutcomes } from '@/lib/usage/read-traffic'
import type { RouteOutcomes } from '@/lib/usage/traffic'
import type { CatalogProvider } from '../catalog-snapshot'
import type { ProviderStatus } from '../schema'
import { assessProbe } from './assess-probe'
import { assessTries, type Health } from './assess-tries'
import { listProbes } from './probe-repository'

/** Tries of so long ago say how a provider is now. */
const RECENT_MILLIS = 10 * 60_000
const FIVE_MINUTES_MILLIS = 300_000

export type HealthReport = {
  statusOf(provider: CatalogProvider): ProviderStatus
  statusOfModel(provider: CatalogProvider, modelId: string): ProviderStatus
}

/** How every provider is: by its latest tries, else by a probe; with neither nothing speaks against it. */
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
        assessTries(triesOfModel(triesOf.get(provider.id), modelId)) ?? unlessTried(probeOf.get(provider.id))
      )
    },
  }
}

/** A model that nobody asked for lately is as well as the probe says, whatever another model of the provider does. */
function unlessTried(probed: Health | undefined): Health {
  return probed ?? 'operational'
}

function triesOfModel(tries: readonly RouteOutcomes[] = [], modelId: string): RouteOutcomes[] {
  return tries.filter((row) => row.model_id === modelId)
}

function isOff({ enabled, configured }: CatalogProvider): boolean {
  return !enabled || !configured
}

/** The beginning of five minutes, some ten minutes ago. */
function recentSince(now: Date): Date {
  return new Date(Math.floor((now.getTime() - RECENT_MILLIS) / FIVE_MINUTES_MILLIS) * FIVE_MINUTES_MILLIS)
}

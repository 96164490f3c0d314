import { listRecentOutcomes } from '@/lib/money/usage/read-traffic'
import { clock } from '@/lib/platform/clock'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { providerProbeFor } from '@/lib/upstream/registry'
import { catalogSnapshot } from './read-snapshot'
import { listProbes, type ProbeRow, saveProbe } from './repository'

const FIVE_MINUTES_MILLIS = 5 * 60_000
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

import { flushLedgerBriefly } from '@/lib/billing/ledger'
import { listOutcomesSince } from './internal/traffic-repository'
import type { RouteOutcomes } from './traffic/traffic'

/** How each provider's models answered since that moment, a beginning of five minutes within the last day; newest first. */
export async function listRecentOutcomes(since: Date): Promise<RouteOutcomes[]> {
  await flushLedgerBriefly()
  return listOutcomesSince(since)
}

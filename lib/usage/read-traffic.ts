import { flushLedgerBriefly } from '@/lib/billing/ledger'
import {
  hasTraffic,
  listOutcomesSince,
  sumTraffic,
  type TrafficQuestion,
} from './internal/traffic-repository'
import type { RouteOutcomes, TrafficRow } from './traffic'

/** What providers did for all customers together, one row for each group asked for; what this process has served so far counts. */
export async function readTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  await flushLedgerBriefly()
  return sumTraffic(question)
}

/** How each provider's models answered since that moment, a beginning of five minutes within the last day; newest first. */
export async function listRecentOutcomes(since: Date): Promise<RouteOutcomes[]> {
  await flushLedgerBriefly()
  return listOutcomesSince(since)
}

/** Whether anybody was ever served by a model, or (with a provider) by that one route of it. */
export async function wasEverUsed(modelId: string, providerId: string | null = null): Promise<boolean> {
  await flushLedgerBriefly()
  return hasTraffic(modelId, providerId)
}

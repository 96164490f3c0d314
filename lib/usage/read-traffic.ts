import { flushLedgerBriefly } from '@/lib/billing/ledger'
import { sumTraffic } from './internal/traffic-repository'
import type { TrafficQuestion } from './internal/traffic-sql'
import type { TrafficRow } from './traffic/traffic'

/** What providers did for all customers together, one row for whatever the question tells apart; what this process has served so far counts. */
export async function readTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  await flushLedgerBriefly()
  return sumTraffic(question)
}

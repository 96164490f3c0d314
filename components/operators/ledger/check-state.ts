import type { LedgerCheck } from '@/lib/operators/ledger-schema'

/** A check that has run for so long ended with its process. */
const LOST_AFTER_MILLIS = 15 * 60_000

export function checkState(check: LedgerCheck, now: number): LedgerCheck['status'] | 'lost' {
  const isLost = check.status === 'running' && now - Date.parse(check.started_at) > LOST_AFTER_MILLIS
  return isLost ? 'lost' : check.status
}

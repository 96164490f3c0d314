import { recoverSettlements as recover } from '@/lib/billing/recover-settlements'
import { usageJournal } from './internal/journal'
import { listBookedIds } from './repository'

/** Books the requests that killed processes of this machine had answered, and not written to the database. */
export function recoverSettlements(): Promise<void> {
  return recover(usageJournal, listBookedIds)
}

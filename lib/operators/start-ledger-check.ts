import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { checkLedgerJob } from './jobs'
import type { LedgerCheck } from './ledger-schema'
import { presentCheck } from './presenter'
import { findRunningCheck, insertCheck, inTransaction } from './repository'

/** Has a worker check the ledger; where it is being checked already, that check is answered. */
export async function startLedgerCheck(): Promise<LedgerCheck> {
  const running = await findRunningCheck()
  if (running) return presentCheck(running)
  const row = await inTransaction(async (transaction) => {
    const made = await insertCheck(
      { id: newId('chk'), cause: 'operator', startedAt: clock.now() },
      transaction,
    )
    await enqueue(checkLedgerJob, { checkId: made.id }, { transaction })
    return made
  })
  return presentCheck(row)
}

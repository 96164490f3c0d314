import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { instanceId } from '@/lib/platform/instance'
import { deleteChecksBefore, insertCheck } from './repository'
import { runLedgerCheck } from './run-ledger-check'

const KEPT_MILLIS = 90 * 24 * 3_600_000

/** The check of every hour. What the checks of long ago found is forgotten. */
export async function checkLedgerBySchedule(): Promise<void> {
  const startedAt = clock.now()
  const { id } = await insertCheck({
    id: newId('chk'),
    cause: 'schedule',
    startedAt,
    instanceId: instanceId(),
  })
  await runLedgerCheck({ payload: { checkId: id } })
  await deleteChecksBefore(new Date(startedAt.getTime() - KEPT_MILLIS))
}

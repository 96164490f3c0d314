import { logger } from '@/lib/platform/logger'
import type { Journal } from '../journal'
import { type Settlement, type SettleRow, settleHolds } from './holds/repository'
import { isDataFault } from './is-data-fault'

/** One row that the database cannot take must not hold up the others, nor cost its request the settlement. */
export async function settleGroup(
  settlements: readonly Settlement[],
  journal: Journal | null,
): Promise<SettleRow[]> {
  try {
    return await settleHolds(settlements, journal)
  } catch (error) {
    if (!isDataFault(error)) throw error
    if (settlements.length > 1) {
      const rows: SettleRow[] = []
      for (const item of settlements) rows.push(...(await settleGroup([item], journal)))
      return rows
    }
    return settleAlone(settlements, error)
  }
}

/** Without its usage row; and where even that cannot be, the hold is left to the sweep, which gives it back unbilled. */
async function settleAlone(settlements: readonly Settlement[], fault: unknown): Promise<SettleRow[]> {
  logger.error(
    { err: String(fault), id: settlements[0]?.id },
    'a usage row could not be written; settling without it',
  )
  try {
    return await settleHolds(settlements, null)
  } catch (error) {
    if (!isDataFault(error)) throw error
    logger.error(
      { err: String(error), id: settlements[0]?.id },
      'a hold could not be settled; it will be released',
    )
    return settlements.map(({ id }) => ({ hold_id: id, outcome: 'gone', charged: 0n }))
  }
}

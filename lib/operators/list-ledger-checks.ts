import type { LedgerChecks } from './ledger-schema'
import { presentCheck } from './presenter'
import { listCheckRows } from './repository'

const SHOWN = 50

/** The last checks of the ledger and what they found, newest first. */
export async function listLedgerChecks(): Promise<LedgerChecks> {
  return { object: 'list', data: (await listCheckRows(SHOWN)).map(presentCheck) }
}

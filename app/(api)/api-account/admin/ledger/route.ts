import { operatorRoute } from '@/lib/http/routes'
import { LedgerCheck, LedgerChecks } from '@/lib/operators/ledger-schema'
import { listLedgerChecks } from '@/lib/operators/list-ledger-checks'
import { startLedgerCheck } from '@/lib/operators/start-ledger-check'

export const GET = operatorRoute(
  { summary: 'The last checks of the ledger', limit: 'account', reply: LedgerChecks },
  () => listLedgerChecks(),
)

export const POST = operatorRoute(
  { summary: 'Check the ledger now', limit: 'account', reply: LedgerCheck, status: 202 },
  () => startLedgerCheck(),
)

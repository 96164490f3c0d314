import { operatorRoute } from '@/lib/http/routes'
import { listLedgerChecks, startLedgerCheck } from '@/lib/operator/admin/ledger-checks'
import { LedgerCheck, LedgerChecks } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  { summary: 'The latest ledger checks', limit: 'account', reply: LedgerChecks },
  () => listLedgerChecks(),
)

export const POST = operatorRoute(
  {
    summary: 'Check the ledger now',
    limit: 'account',
    reply: LedgerCheck,
    status: 202,
    idempotent: true,
  },
  () => startLedgerCheck(),
)

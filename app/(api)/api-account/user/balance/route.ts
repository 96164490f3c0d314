import { accountRoute } from '@/lib/http/routes'
import { readBalance } from '@/lib/money/ledger/balance'
import { BalanceReply } from '@/lib/money/ledger/schema'

export const GET = accountRoute(
  { summary: 'Current credit balance', limit: 'account', needs: 'billing.read', reply: BalanceReply },
  ({ caller }) => readBalance(caller),
)

import { readBalance } from '@/lib/billing/balance'
import { BalanceReply } from '@/lib/billing/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  { summary: 'Current credit balance', limit: 'account', reply: BalanceReply },
  ({ caller }) => readBalance(caller),
)

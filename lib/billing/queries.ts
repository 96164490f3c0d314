import { queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { BalanceReply } from './schema'

export const balanceKey = ['billing', 'balance']

/** What the customer has. Requests elsewhere spend it too, so it is read again now and then. */
export function balanceQuery() {
  return queryOptions({
    queryKey: balanceKey,
    queryFn: ({ signal }) => callApi(apiPaths.balance, { reply: BalanceReply, signal }),
    refetchInterval: 30_000,
  })
}

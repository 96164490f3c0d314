import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { LedgerCheck, LedgerChecks } from './ledger-schema'
import { operatorsKey } from './queries'

const RUNNING_POLL_MILLIS = 1000

/** The last checks; followed while one runs. */
export function ledgerChecksQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'ledger'],
    queryFn: ({ signal }) => callApi(apiPaths.adminLedger, { reply: LedgerChecks, signal }),
    select: (list) => list.data,
    refetchInterval: ({ state }) =>
      state.data?.data[0]?.status === 'running' ? RUNNING_POLL_MILLIS : 60_000,
  })
}

export function checkLedgerMutation() {
  return mutationOptions({
    mutationFn: () => callApi(apiPaths.adminLedger, { method: 'POST', reply: LedgerCheck }),
    onSuccess: (_check, _nothing, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

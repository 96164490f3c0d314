import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { AddStatementRequest } from './schema'

const shape = shapesOf(() => import('./schema'))
/** Below the key of all operator pages. */
const statementsKey = ['operators', 'statements']
const POLL_MILLIS = 1500

/** The latest statements; polled while one is compared. */
export function statementsQuery() {
  return queryOptions({
    queryKey: statementsKey,
    queryFn: ({ signal }) => callApi(apiPaths.adminStatements, { reply: shape('StatementList'), signal }),
    select: (list) => list.data,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'queued') ? POLL_MILLIS : false,
  })
}

export function statementQuery(id: string) {
  return queryOptions({
    queryKey: [...statementsKey, id],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminStatement(id), { reply: shape('StatementDetail'), signal }),
  })
}

export function addStatementMutation() {
  return mutationOptions({
    mutationFn: (body: AddStatementRequest) =>
      callApi(apiPaths.adminStatements, { method: 'POST', body, reply: shape('Statement') }),
    onSuccess: (_statement, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: statementsKey }),
  })
}

import { queryOptions } from '@tanstack/react-query'
import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { AddStatementRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()
/** Below the key of all operator pages. */
const statementsKey = ['operators', 'statements']
const POLL_MILLIS = 1500

/** The latest statements; polled while one is compared. */
export function statementsQuery() {
  return queryOptions({
    ...listOf(statementsKey, apiPaths.adminStatements, shape('StatementList')),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'queued') ? POLL_MILLIS : false,
  })
}

export const statementQuery = (id: string) =>
  queryOf([...statementsKey, id], apiPaths.adminStatement(id), shape('StatementDetail'))

export const addStatementMutation = () =>
  mutationOf(shape('Statement'), (body: AddStatementRequest) => ['POST', apiPaths.adminStatements, body], {
    stale: statementsKey,
  })

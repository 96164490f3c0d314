import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { CreateBudgetRequest, UpdateBudgetRequest } from './schema'

const shape = shapesOf(() => import('./schema'))

const listKey = ['budgets']

export function budgetsQuery() {
  return queryOptions({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi(apiPaths.budgets, { reply: shape('BudgetList'), signal }),
  })
}

/** Creates a budget, or changes the one with this id. */
export function saveBudgetMutation() {
  return mutationOptions({
    mutationFn: ({
      id,
      body,
    }: {
      id?: string | undefined
      body: CreateBudgetRequest | UpdateBudgetRequest
    }) =>
      callApi(id === undefined ? apiPaths.budgets : apiPaths.budget(id), {
        method: id === undefined ? 'POST' : 'PATCH',
        body,
        reply: shape('Budget'),
      }),
    onSuccess: (_saved, _change, _result, { client }) => client.invalidateQueries({ queryKey: listKey }),
  })
}

export function deleteBudgetMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.budget(id), { method: 'DELETE', reply: shape('DeletedBudget') }),
    onSuccess: (_deleted, _id, _result, { client }) => client.invalidateQueries({ queryKey: listKey }),
  })
}

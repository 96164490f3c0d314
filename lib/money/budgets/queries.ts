import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { CreateBudgetRequest, UpdateBudgetRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const listKey = ['budgets']

export const budgetsQuery = () => listOf(listKey, apiPaths.budgets, shape('BudgetList'))

type Saved = { id?: string | undefined; body: CreateBudgetRequest | UpdateBudgetRequest }

/** Creates a budget, or changes the one with this id. */
export const saveBudgetMutation = () =>
  mutationOf(
    shape('Budget'),
    ({ id, body }: Saved) =>
      id === undefined ? ['POST', apiPaths.budgets, body] : ['PATCH', apiPaths.budget(id), body],
    { stale: listKey },
  )

export const deleteBudgetMutation = () =>
  mutationOf(shape('DeletedBudget'), (id: string) => ['DELETE', apiPaths.budget(id)], { stale: listKey })

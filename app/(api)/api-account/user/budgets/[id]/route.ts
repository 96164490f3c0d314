import { accountRoute } from '@/lib/http/routes'
import { changeBudget, deleteBudget } from '@/lib/money/budgets/budgets'
import { Budget, BudgetParams, DeletedBudget, UpdateBudgetRequest } from '@/lib/money/budgets/schema'

export const PATCH = accountRoute(
  {
    summary: 'Change a budget’s limit or reset',
    limit: 'account',
    params: BudgetParams,
    body: UpdateBudgetRequest,
    example: { limit_usd: '5' },
    reply: Budget,
    refuses: ['not_found'],
  },
  ({ caller, params, body }) => changeBudget(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a budget',
    limit: 'account',
    params: BudgetParams,
    reply: DeletedBudget,
    refuses: ['not_found'],
  },
  ({ caller, params }) => deleteBudget(caller, params.id),
)

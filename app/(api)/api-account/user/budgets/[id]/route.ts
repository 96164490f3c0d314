import { accountRoute } from '@/lib/http/routes'
import { changeBudget, deleteBudget } from '@/lib/money/budgets/budgets'
import { Budget, BudgetParams, DeletedBudget, UpdateBudgetRequest } from '@/lib/money/budgets/schema'

export const PATCH = accountRoute(
  {
    summary: 'Change a budget’s limit or reset',
    limit: 'account',
    needs: 'settings.manage',
    params: BudgetParams,
    body: UpdateBudgetRequest,
    example: { limit_usd: '5' },
    reply: Budget,
    refuses: ['not_found'],
    audit: 'budget.update',
  },
  ({ caller, params, body }) => changeBudget(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a budget',
    limit: 'account',
    needs: 'settings.manage',
    params: BudgetParams,
    reply: DeletedBudget,
    refuses: ['not_found'],
    audit: 'budget.delete',
  },
  ({ caller, params }) => deleteBudget(caller, params.id),
)

import { accountRoute } from '@/lib/http/routes'
import { createBudget, listBudgets } from '@/lib/money/budgets/budgets'
import { Budget, BudgetList, CreateBudgetRequest } from '@/lib/money/budgets/schema'

export const GET = accountRoute(
  {
    summary: 'List budgets of end users and tags, newest first',
    limit: 'account',
    needs: 'settings.read',
    reply: BudgetList,
  },
  ({ caller }) => listBudgets(caller),
)

export const POST = accountRoute(
  {
    summary: 'Create a budget for an end user, a tag, or each of them',
    limit: 'account',
    needs: 'settings.manage',
    body: CreateBudgetRequest,
    example: { scope: 'end_user', match: '*', limit_usd: '2', limit_reset: 'daily' },
    reply: Budget,
    status: 201,
    idempotent: true,
    audit: 'budget.create',
  },
  ({ caller, body }) => createBudget(caller, body),
)

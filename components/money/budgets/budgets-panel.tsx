'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ShareBar } from '@/components/charts/share-bar'
import { EditablePanel } from '@/components/forms/editable-panel'
import { formDialog } from '@/components/forms/form-dialog'
import { useMay } from '@/components/layout/permissions'
import { Badge } from '@/components/ui/badge'
import { RowActions } from '@/components/ui/confirm-button'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { budgetsQuery, deleteBudgetMutation } from '@/lib/money/budgets/queries'
import type { Budget } from '@/lib/money/budgets/schema'

const BudgetDialog = formDialog(() => import('./budget-dialog').then((module) => module.BudgetForm))

/** Spending limits of end users and tags. */
export function BudgetsPanel() {
  return (
    <EditablePanel
      title="Budgets"
      description="Spending limits for your end users and for tags of requests."
      noun="budget"
      query={useQuery(budgetsQuery())}
      skeletonRows={1}
      mayEdit={useMay()('settings.manage')}
      empty={
        <p className="p-4 text-sm text-muted-foreground">
          No budgets yet. A budget refuses requests once an end user or a tag has spent its limit.
        </p>
      }
      Dialog={BudgetDialog}
    >
      {(budget, onEdit) => <BudgetRow budget={budget} onEdit={onEdit} />}
    </EditablePanel>
  )
}

const periods = { daily: 'a day', weekly: 'a week', monthly: 'a month' }

type BudgetRowProps = { budget: Budget; onEdit: (() => void) | undefined }

function BudgetRow({ budget, onEdit }: BudgetRowProps) {
  const { id, scope, match, limit_reset: reset, value_count: count } = budget
  const remove = useMutation(deleteBudgetMutation())
  const name = `the budget for ${match}`
  const limit = `${formatMoney(budget.limit_usd, 'sum')}${reset ? ` ${periods[reset]}` : ''}`
  const shown = count === null ? [{ value: match, used_usd: budget.used_usd }] : budget.values.slice(0, 3)
  return (
    <div className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex items-center gap-2">
            <Badge>{scope === 'tag' ? 'Tag' : 'End user'}</Badge>
            <span dir="auto" className="truncate font-mono text-xs" title={match}>
              {match}
            </span>
          </p>
          <p className="mt-1 text-sm text-muted-foreground">
            {limit}
            {count !== null && ' each'}
            {count !== null &&
              count > 0 &&
              `, ${formatMoney(budget.used_usd, 'sum')} used by ${formatNumber(count)}`}
          </p>
        </div>
        {onEdit && (
          <RowActions
            name={name}
            onEdit={onEdit}
            title="Delete this budget?"
            description="Its limit no longer applies, and what counts against it is forgotten."
            confirmLabel="Delete budget"
            change={remove}
            variables={id}
            done="Budget deleted"
          />
        )}
      </div>
      {shown.length > 0 && (
        <ul aria-label={`Use of ${name}`} className="flex flex-col gap-1.5">
          {shown.map(({ value, used_usd: used }) => (
            <li key={value} className="flex items-center gap-3 text-xs">
              {count !== null && (
                <span dir="auto" className="w-32 shrink-0 truncate font-mono" title={value}>
                  {value}
                </span>
              )}
              <span className="flex-1">
                <ShareBar share={shareOf(used, budget.limit_usd)} />
              </span>
              <span className="figures shrink-0 text-muted-foreground" title={formatMoney(used, 'exact')}>
                {formatMoney(used, 'sum')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function shareOf(used: string, limit: string): number {
  return Number(limit) > 0 ? Math.min(1, Number(used) / Number(limit)) : 1
}

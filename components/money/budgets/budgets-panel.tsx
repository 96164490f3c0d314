'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ShareBar } from '@/components/charts/share-bar'
import { useHydrated } from '@/components/data/browser'
import { Loaded } from '@/components/data/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { budgetsQuery, deleteBudgetMutation } from '@/lib/money/budgets/queries'
import type { Budget } from '@/lib/money/budgets/schema'

const BudgetDialog = whenOpened(
  () => import('./budget-dialog').then((module) => module.BudgetDialog),
  ({ open }) => open,
)

/** Spending limits of end users and tags. */
export function BudgetsPanel() {
  const budgets = useQuery(budgetsQuery())
  const isReady = useHydrated()
  const [opened, setOpened] = useState<Budget | 'new' | null>(null)
  return (
    <Panel aria-label="Budgets">
      <PanelHeader
        title="Budgets"
        description="Spending limits for your end users and for tags of requests."
        actions={
          <Button variant="outline" size="sm" disabled={!isReady} onClick={() => setOpened('new')}>
            <Plus aria-hidden="true" />
            New budget
          </Button>
        }
      />
      <Loaded query={budgets} what="budgets" rows={1}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="p-4 text-sm text-muted-foreground">
              No budgets yet. A budget refuses requests once an end user or a tag has spent its limit.
            </p>
          ) : (
            <ul aria-label="Budgets" className="divide-y divide-border">
              {data.map((budget) => (
                <BudgetRow key={budget.id} budget={budget} onEdit={() => setOpened(budget)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <BudgetDialog
        open={opened !== null}
        budget={opened === 'new' || opened === null ? undefined : opened}
        onDone={() => setOpened(null)}
      />
    </Panel>
  )
}

const periods = { daily: 'a day', weekly: 'a week', monthly: 'a month' }

function BudgetRow({ budget, onEdit }: { budget: Budget; onEdit: () => void }) {
  const { id, scope, match, limit_reset: reset, value_count: count } = budget
  const remove = useMutation(deleteBudgetMutation())
  const name = `the budget for ${match}`
  const limit = `${formatMoney(budget.limit_usd, 'sum')}${reset ? ` ${periods[reset]}` : ''}`
  const shown = count === null ? [{ value: match, used_usd: budget.used_usd }] : budget.values.slice(0, 3)
  return (
    <li className="flex flex-col gap-2 p-4">
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
        <div className="flex gap-2">
          <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={onEdit}>
            Change
          </Button>
          <ConfirmButton
            button={
              <Button size="sm" variant="destructive-outline" aria-label={`Delete ${name}`}>
                Delete
              </Button>
            }
            title="Delete this budget?"
            description="Its limit no longer applies, and what counts against it is forgotten."
            confirmLabel="Delete budget"
            change={remove}
            variables={id}
            done="Budget deleted"
          />
        </div>
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
    </li>
  )
}

function shareOf(used: string, limit: string): number {
  return Number(limit) > 0 ? Math.min(1, Number(used) / Number(limit)) : 1
}

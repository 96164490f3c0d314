'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Loaded } from '@/components/data/loaded'
import { Alert } from '@/components/ui/alert'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatDateTime, formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { statementQuery } from '@/lib/operator/accounts/queries'
import type { Statement, StatementRow } from '@/lib/operator/accounts/schema'
import { daysOf } from './statements-page'

type StatementSheetProps = { statement: Statement | null; onClose: () => void }

/** One statement in a drawer: the days and models that differ, with the requests behind them. */
export function StatementSheet({ statement, onClose }: StatementSheetProps) {
  return (
    <Sheet open={statement !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(44rem,calc(100vw-2.5rem))]">
        {statement && (
          <>
            <DialogHeader className="border-b border-border">
              <DialogTitle>{statement.provider_id}</DialogTitle>
              <DialogDescription>{daysOf(statement.start_date, statement.end_date)}</DialogDescription>
            </DialogHeader>
            <DialogBody className="gap-4 pt-4">
              {statement.problem && <Alert tone="danger">{statement.problem}</Alert>}
              {statement.status === 'done' && <Differences id={statement.id} />}
            </DialogBody>
          </>
        )}
      </SheetContent>
    </Sheet>
  )
}

function Differences({ id }: { id: string }) {
  const statement = useQuery(statementQuery(id))
  return (
    <Loaded query={statement} what="statement" rows={4}>
      {({ rows }) => {
        const differing = rows.filter(({ differs }) => differs)
        const equal = rows.length - differing.length
        return (
          <>
            <p className="text-sm text-muted-foreground">
              {equal} of {rows.length} days and models agree within one percent and one cent.
            </p>
            {differing.length === 0 && (
              <EmptyState title="No differences" description="The provider billed what was recorded." />
            )}
            <ul className="divide-y divide-border">
              {differing.map((row) => (
                <Difference key={`${row.date} ${row.model_id} ${row.billed_as}`} row={row} />
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

function Difference({ row }: { row: StatementRow }) {
  const { date, model_id, billed_as, billed, recorded, requests } = row
  const billedAs = billed_as.join(', ')
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{model_id ?? (billedAs || 'No model')}</span>
        <span className="text-faint-foreground">{formatUtcDay(date)}</span>
      </span>
      <span className="figures text-muted-foreground">
        Billed {formatMoney(billed, 'exact')}, recorded {formatMoney(recorded, 'exact')}
      </span>
      {model_id !== null && billedAs && (
        <span className="text-xs text-faint-foreground wrap-anywhere">Billed as {billedAs}</span>
      )}
      {requests.length > 0 && (
        <details>
          <summary className="cursor-pointer text-xs text-muted-foreground">
            Most expensive requests ({requests.length})
          </summary>
          <ul className="mt-2 flex flex-col gap-2 text-xs">
            {requests.map((request) => (
              <li key={request.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="font-mono wrap-anywhere">{request.id}</span>
                <span className="figures">{formatMoney(request.recorded, 'exact')}</span>
                <span className="w-full text-faint-foreground">
                  {formatDateTime(request.created_at)}, {formatNumber(request.prompt_tokens)} +{' '}
                  {formatNumber(request.completion_tokens)} tokens,{' '}
                  <Link className="underline" href={paths.adminCustomer(request.customer_id)}>
                    customer
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

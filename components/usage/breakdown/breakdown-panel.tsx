'use client'

import { useState } from 'react'
import { ShareBar } from '@/components/charts/share-bar'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatNumber } from '@/lib/client/format/number'
import { usageMetrics } from '../chart/usage-metrics'
import { BreakdownSkeleton } from './breakdown-skeleton'
import { formatAmount, type UsedAmounts } from './format-amount'

export type BreakdownRow = UsedAmounts & {
  id: string
  name: string
  requests: number
  cost: string
  /** 0–1 of the cost. */
  share: number
}

type BreakdownPanelProps = {
  title: string
  /** What a row is: `Model`. */
  kind: string
  rows: readonly BreakdownRow[] | undefined
  onChoose: (id: string) => void
}

const FEW = 6
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Where the cost went, dearest first. A name narrows the page to it. */
export function BreakdownPanel({ title, kind, rows, onChoose }: BreakdownPanelProps) {
  const [all, setAll] = useState(false)
  const { value } = usageMetrics.cost.format
  const shown = all ? rows : rows?.slice(0, FEW)
  return (
    <Panel className="flex flex-col">
      <PanelHeader title={title} />
      {!shown && <BreakdownSkeleton />}
      {shown?.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-muted">Nothing was used in these days.</p>
      )}
      {shown && shown.length > 0 && (
        <Table label={title} className="table-fixed">
          <TableHeader>
            <tr>
              <TableHead className="w-[40%]">{kind}</TableHead>
              <TableHead numeric className="w-[18%]">
                Requests
              </TableHead>
              <TableHead numeric className="w-[22%]">
                Used
              </TableHead>
              <TableHead numeric className="w-[20%]">
                Cost
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {shown.map((row) => (
              <TableRow key={row.id} interactive>
                <TableCell className="py-2">
                  <button
                    type="button"
                    onClick={() => onChoose(row.id)}
                    title={`Only ${row.name}`}
                    className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
                  >
                    {row.name}
                  </button>
                  <span className="mt-1 flex items-center gap-2">
                    <ShareBar share={row.share} />
                    <span className="figures w-10 shrink-0 text-right text-2xs text-faint">
                      {percent.format(row.share)}
                    </span>
                  </span>
                </TableCell>
                <TableCell numeric>{formatNumber(row.requests)}</TableCell>
                <TableCell numeric className="truncate text-muted">
                  {formatAmount(row)}
                </TableCell>
                <TableCell numeric>{value(usageMetrics.cost.of({ ...row, total_tokens: 0 }))}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {rows && rows.length > FEW && (
        <div className="border-t border-line px-3 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

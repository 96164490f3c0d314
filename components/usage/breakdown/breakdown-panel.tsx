'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableHead, TableHeader } from '@/components/ui/table'
import { BreakdownRow, type BreakdownRowData } from './breakdown-row'
import { BreakdownSkeleton } from './breakdown-skeleton'
import { formatBeside } from './format-beside'

type BreakdownPanelProps = {
  title: string
  /** What a row is: `Model`. */
  kind: string
  rows: readonly BreakdownRowData[] | undefined
  onChoose: (id: string) => void
}

const FEW = 6

/** Where the cost went, highest first. A name narrows the page to it. */
export function BreakdownPanel({ title, kind, rows, onChoose }: BreakdownPanelProps) {
  const [all, setAll] = useState(false)
  const formatCostOf = formatBeside((rows ?? []).map(({ cost }) => cost))
  const shown = all ? rows : rows?.slice(0, FEW)
  return (
    <Panel className="flex flex-col" aria-label={title}>
      <PanelHeader title={title} />
      {!shown && <BreakdownSkeleton />}
      {shown?.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-muted">Nothing was used in these days.</p>
      )}
      {shown && shown.length > 0 && (
        <div className="@container">
          <Table label={title} className="table-fixed">
            <TableHeader>
              <tr>
                <TableHead>{kind}</TableHead>
                <TableHead className="w-16 @min-[26rem]:w-32">
                  <span className="block w-10 text-right @min-[26rem]:w-auto @min-[26rem]:text-left">
                    Share
                  </span>
                </TableHead>
                <TableHead numeric className="hidden w-20 @min-[26rem]:table-cell">
                  Requests
                </TableHead>
                <TableHead numeric className="w-28">
                  Cost
                </TableHead>
              </tr>
            </TableHeader>
            <TableBody>
              {shown.map((row) => (
                <BreakdownRow key={row.id} row={row} formatCostOf={formatCostOf} onChoose={onChoose} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {rows && rows.length > FEW && (
        <div className="mt-auto border-t border-line px-1.5 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

import { ShareBar } from '@/components/charts/share-bar'
import { PressableRow } from '@/components/ui/pressable-row'
import { TableCell } from '@/components/ui/table'
import { formatCost } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { UsageFigures } from '../chart/usage-metrics'
import { formatAmount, type UsedAmounts } from './format-amount'

export type BreakdownRowData = UsageFigures &
  UsedAmounts & {
    id: string
    name: string
    /** The name, and behind it what tells it from others of that name: the end that is never cut. */
    label?: string
    /** 0–1 of the cost. */
    share: number
  }

// Shares stand below each other: as many decimals each.
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

type BreakdownRowProps = {
  row: BreakdownRowData
  /** As all costs of the table are written. */
  formatCostOf: (cost: string) => string
  onChoose: (id: string) => void
}

export function BreakdownRow({ row, formatCostOf, onChoose }: BreakdownRowProps) {
  const label = row.label ?? row.name
  return (
    <PressableRow>
      <TableCell className="h-13">
        <button
          type="button"
          onClick={() => onChoose(row.id)}
          title={`Only ${label}`}
          className="press-line flex max-w-full rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          <span dir="auto" className="truncate text-left">
            {row.name}
          </span>
          <span className="shrink-0 whitespace-pre">{label.slice(row.name.length)}</span>
        </button>
        <span className="figures block truncate text-xs text-faint" title={formatAmount(row)}>
          {formatAmount(row)}
        </span>
      </TableCell>
      <TableCell>
        <span className="flex items-center gap-2">
          <span className="hidden flex-1 @min-[26rem]:block">
            <ShareBar share={row.share} />
          </span>
          <span className="figures w-12 shrink-0 text-right text-xs text-muted">
            {percent.format(row.share)}
          </span>
        </span>
      </TableCell>
      <TableCell numeric className="hidden @min-[26rem]:table-cell">
        {formatNumber(row.requests)}
      </TableCell>
      <TableCell numeric title={formatCost(row.cost)}>
        {formatCostOf(row.cost)}
      </TableCell>
    </PressableRow>
  )
}

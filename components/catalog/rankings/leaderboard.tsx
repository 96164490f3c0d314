import { ArrowDown, ArrowUp } from 'lucide-react'
import { ShareBar } from '@/components/charts/share-bar'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { KindUse, RankedUse } from '@/lib/catalog/rankings/schema'
import { formatNumber } from '@/lib/client/format/number'
import { formatChange, useUnits } from './format-ranked'
import { type OfferedNames, RankedModel } from './ranked-model'

// One decimal each, so shares align.
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

const figures: FigureColumn<RankedUse>[] = [
  {
    id: 'share',
    name: 'Share',
    cell: ({ share }) => (
      <span className="flex items-center gap-2.5">
        <span className="figures @min-[42rem]:w-12 @min-[42rem]:text-right">{percent.format(share)}</span>
        <span className="w-24 max-sm:hidden">
          <ShareBar share={share} />
        </span>
      </span>
    ),
  },
  { id: 'requests', name: 'Requests', numeric: true, cell: (row) => formatNumber(row.requests) },
  {
    id: 'change',
    name: 'Change',
    numeric: true,
    cell: ({ change }) => formatChange(change) ?? <Dash words="no earlier figure" />,
  },
]

/** The models of one modality by usage, in its unit. */
export function Leaderboard({ use: { metric, models }, offered }: { use: KindUse; offered: OfferedNames }) {
  const unit = useUnits[metric]
  const amount: FigureColumn<RankedUse> = {
    id: 'amount',
    name: unit?.name ?? metric,
    numeric: true,
    cell: ({ amount }) => <span title={formatNumber(amount)}>{unit?.short(amount) ?? amount}</span>,
  }
  const model: FigureColumn<RankedUse> = {
    id: 'model',
    name: 'Model',
    cell: (row) => (
      <div className="flex min-w-0 items-baseline gap-3 py-1">
        <span className="figures shrink-0 text-faint @min-[42rem]:w-6 @min-[42rem]:text-right">
          {models.indexOf(row) + 1}
        </span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <RankedModel id={row.id} name={row.name} offered={offered} />
            <RankMove rank={models.indexOf(row) + 1} previous={row.previous_rank} />
          </span>
          <span className="block font-mono text-xs break-all text-faint">{row.id}</span>
        </span>
      </div>
    ),
  }
  return (
    <Panel>
      <FigureTable
        label="Leaderboard"
        rows={models}
        columns={[model, amount, ...figures]}
        keyOf={(row) => row.id}
      />
    </Panel>
  )
}

function RankMove({ rank, previous }: { rank: number; previous: number | null }) {
  if (previous === null) return <span className="text-xs text-accent-text">New</span>
  if (previous === rank) return null
  const Icon = previous > rank ? ArrowUp : ArrowDown
  const moved = Math.abs(previous - rank)
  return (
    <span className="figures inline-flex items-center text-xs text-faint">
      <Icon className="size-3" aria-hidden="true" />
      {moved}
      <span className="sr-only">
        {moved === 1 ? ' rank ' : ' ranks '}
        {previous > rank ? 'up' : 'down'}
      </span>
    </span>
  )
}

'use client'

import { modalities, modalityNames } from '@/components/catalog/models/modality'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { failedShare } from '@/components/money/usage/figures'
import { formatDayShort } from '@/components/money/usage/view/calendar'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { ModelUsage } from '@/lib/money/usage/schema'
import { useSpend } from './spend'

/** Success and latency of each kind of request; hidden while there are none. */
export function KindsPanel() {
  const { usage } = useSpend()
  const rows = sumByKind(usage?.models ?? [])
  if (!usage || rows.length === 0) return null
  return (
    <Panel aria-label="By kind">
      <PanelHeader title={`By kind, since ${formatDayShort(usage.start_date)}`} />
      <FigureTable
        label="By kind"
        rows={rows}
        columns={columns}
        keyOf={({ modality }) => modality}
        needs="narrow"
      />
    </Panel>
  )
}

type KindFigures = {
  modality: ModelUsage['modality']
  requests: number
  successful: number
  /** Over successful requests. */
  latencyMillis: number | null
}

const columns: [FigureColumn<KindFigures>, ...FigureColumn<KindFigures>[]] = [
  { id: 'kind', name: 'Kind', cell: ({ modality }) => modalityNames[modality] },
  { id: 'requests', name: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
  {
    id: 'success',
    name: 'Success',
    numeric: true,
    // Written by the same rule as failures: never rounded to 0% or 100%.
    cell: ({ requests, successful }) => failedShare({ requests, failed_requests: successful }),
  },
  {
    id: 'latency',
    name: 'Average latency',
    numeric: true,
    cell: ({ latencyMillis }) => (latencyMillis === null ? <Dash /> : formatDuration(latencyMillis)),
  },
]

type Used = Pick<ModelUsage, 'modality' | 'requests' | 'successful_requests' | 'average_latency_ms'>

/** The kinds that were used. Their latencies are apart: a video takes a minute, a chat a second. */
export function sumByKind(models: readonly Used[]): KindFigures[] {
  return modalities.flatMap((modality) => {
    const own = models.filter((model) => model.modality === modality)
    const sum = (of: (model: Used) => number) => own.reduce((total, model) => total + of(model), 0)
    const successful = sum((model) => model.successful_requests)
    const millis = sum((model) => (model.average_latency_ms ?? 0) * model.successful_requests)
    if (own.length === 0) return []
    const latencyMillis = successful === 0 ? null : millis / successful
    return [{ modality, requests: sum(({ requests }) => requests), successful, latencyMillis }]
  })
}

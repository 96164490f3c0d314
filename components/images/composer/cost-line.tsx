import type { Pricing } from '@/lib/catalog/schema'
import { formatCost } from '@/lib/client/format/money'
import type { ImageDraft } from '../draft'
import { estimateCostNanos } from './estimate-cost-nanos'

type CostLineProps = { draft: ImageDraft; pricing: Pricing | undefined; progress: number | null }

/** What the button will cost, before it is pressed. */
export function CostLine({ draft, pricing, progress }: CostLineProps) {
  if (progress !== null)
    return (
      <p className="text-sm text-muted tabular-nums" role="status">
        Uploading, {Math.round(progress * 100)} %
      </p>
    )
  const nanos = estimateCostNanos(draft, pricing)
  if (nanos === null) return <p className="text-sm text-muted">{pricing ? 'Billed by tokens' : ''}</p>
  const isMost = draft.quality === 'auto' || draft.way === 'vary'
  return (
    <p className="text-sm text-muted tabular-nums">
      {isMost ? 'At most ' : ''}
      <span className="font-medium text-ink">{formatCost((nanos / 1e9).toFixed(9))}</span>
    </p>
  )
}

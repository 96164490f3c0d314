import { clipCost } from '@/components/catalog/price'
import type { Pricing, VideoCapabilities } from '@/lib/catalog/schema'
import { formatCost } from '@/lib/client/format/money'
import type { VideoDraft } from '../draft'
import { settleDraft } from './settle-draft'

type CostLineProps = { draft: VideoDraft; pricing: Pricing; able: VideoCapabilities }

/** What the button will cost at most, before it is pressed. */
export function CostLine({ draft, pricing, able }: CostLineProps) {
  const settled = settleDraft(draft, able)
  const hasReferenceVideo =
    draft.mode === 'references' && draft.references.some(({ type }) => type === 'video')
  const hasAudio = able.generate_audio && draft.hasAudio
  const cost = clipCost({ ...settled, hasReferenceVideo, hasAudio }, able, pricing)
  if (cost === null) return <p className="text-sm text-muted">Price not known</p>
  const { unit, quantity } = cost.counted
  const isMost =
    settled.duration === -1 || (unit === 'tokens' && (settled.ratio === 'adaptive' || hasReferenceVideo))
  return (
    <p className="min-w-0 text-sm text-muted tabular-nums">
      {isMost ? 'At most ' : 'About '}
      <span className="font-medium text-ink">{formatCost(cost.usd.toFixed(6))}</span>
      <span className="block text-xs text-faint">
        {quantity.toLocaleString('en-US')} {unit}
      </span>
    </p>
  )
}

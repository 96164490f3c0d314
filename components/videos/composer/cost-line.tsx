import type { Pricing, VideoCapabilities } from '@/lib/catalog/schema'
import { formatCost } from '@/lib/client/format/money'
import { mostVideoTokens } from '@/lib/videos/schema'
import type { VideoDraft } from '../draft'
import { settleDraft } from './settle-draft'

type CostLineProps = { draft: VideoDraft; pricing: Pricing; able: VideoCapabilities }

/** What the button will cost at most, before it is pressed. */
export function CostLine({ draft, pricing, able }: CostLineProps) {
  if (!pricing.video_token) return <p className="text-sm text-muted">Price not known</p>
  const settled = settleDraft(draft, able)
  const hasReferenceVideo =
    draft.mode === 'references' && draft.references.some(({ type }) => type === 'video')
  const tokens = mostVideoTokens({ ...settled, frames: null, hasReferenceVideo }, able)
  const cost = tokens * Number(pricing.video_token) + Number(pricing.request ?? 0)
  const isMost = settled.ratio === 'adaptive' || settled.duration === -1 || hasReferenceVideo
  return (
    <p className="min-w-0 text-sm text-muted tabular-nums">
      {isMost ? 'At most ' : 'About '}
      <span className="font-medium text-ink">{formatCost(cost.toFixed(6))}</span>
      <span className="block text-xs text-faint">{tokens.toLocaleString('en-US')} tokens</span>
    </p>
  )
}

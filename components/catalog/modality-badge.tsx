import { Binary, Clapperboard, Image as ImageIcon, type LucideIcon, MessageSquareText } from 'lucide-react'
import type { Modality } from '@/lib/catalog/schema'
import { modalityNames } from './modality-names'

const icons: Record<Modality, LucideIcon> = {
  chat: MessageSquareText,
  image: ImageIcon,
  video: Clapperboard,
  embedding: Binary,
}

/** What kind of model it is, small. */
export function ModalityBadge({ modality }: { modality: Modality }) {
  const Icon = icons[modality]
  return (
    <span className="inline-flex shrink-0 items-center self-center gap-1 text-xs text-faint">
      <Icon className="size-3.5" aria-hidden="true" />
      {modalityNames[modality]}
    </span>
  )
}

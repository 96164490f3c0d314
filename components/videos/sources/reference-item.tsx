import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { SourceMedia } from '../draft'
import { SourceThumb } from './source-thumb'

type ReferenceItemProps = { media: SourceMedia; alt: string; onRemove: () => void }

export function ReferenceItem({ media, alt, onRemove }: ReferenceItemProps) {
  return (
    <li className="flex items-center gap-3 rounded-md border border-line p-1.5">
      <SourceThumb media={media} alt={alt} className="size-10 shrink-0 rounded-sm bg-sunken object-cover" />
      <p dir="auto" className="min-w-0 flex-1 truncate text-left text-sm text-ink">
        {media.name}
      </p>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${media.name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

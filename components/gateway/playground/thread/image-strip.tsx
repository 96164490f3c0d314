import { X } from 'lucide-react'
import { useState } from 'react'
import { whenOpened } from '@/components/ui/when-opened'
import type { AttachedImage } from '../conversation/conversation'

const LargeImage = whenOpened(() => import('./large-image').then((module) => module.LargeImage))

type ImageStripProps = { images: readonly AttachedImage[]; onRemove?: (id: string) => void }

/** The images of a message as thumbnails; each opens large. */
export function ImageStrip({ images, onRemove }: ImageStripProps) {
  if (images.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id} className="relative">
          <Thumbnail image={image} />
          {onRemove && (
            <button
              type="button"
              aria-label={`Remove ${image.name}`}
              onClick={() => onRemove(image.id)}
              className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full border border-input bg-popover text-muted-foreground after:absolute after:-inset-1.5 hover:text-foreground"
            >
              <X className="size-3" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ image }: { image: AttachedImage }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Show ${image.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="block size-14 overflow-hidden rounded-md border border-border bg-muted"
      >
        {/* biome-ignore lint/performance/noImgElement: held by the browser already */}
        <img src={image.dataUrl} alt={image.name} width={56} height={56} className="size-full object-cover" />
      </button>
      <LargeImage image={image} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

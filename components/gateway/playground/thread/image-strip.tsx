import { X } from 'lucide-react'
import Image from 'next/image'
import { Dialog, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from '@/components/ui/dialog'
import type { AttachedImage } from '../conversation/conversation'

type ImageStripProps = { images: readonly AttachedImage[]; onRemove?: (id: string) => void }

/** The images of a message as thumbnails; each opens large. */
export function ImageStrip({ images, onRemove }: ImageStripProps) {
  if (images.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id} className="relative">
          <LargeImage image={image} />
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

function LargeImage({ image }: { image: AttachedImage }) {
  return (
    <Dialog>
      <DialogTrigger
        aria-label={`Show ${image.name}`}
        className="block size-14 overflow-hidden rounded-md border border-border bg-muted"
      >
        <Image
          unoptimized
          src={image.dataUrl}
          alt={image.name}
          width={56}
          height={56}
          className="size-full object-cover"
        />
      </DialogTrigger>
      <DialogContent className="sm:max-w-3xl" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle className="truncate">{image.name}</DialogTitle>
        </DialogHeader>
        <div className="min-h-0 overflow-auto px-5 pb-5">
          <Image
            unoptimized
            src={image.dataUrl}
            alt={image.name}
            width={1024}
            height={1024}
            className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-md"
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import type { ImageRecord } from '@/lib/images/schema'
import type { SourcePicture } from '../draft'
import { BeforeAfter } from './before-after'
import { PictureDetails } from './picture-details'
import { ZoomPicture } from './zoom-picture'

export type Shown = { record: ImageRecord; place: number }

type LightboxProps = {
  shown: Shown | null
  /** What it was made from, where that was chosen in this visit. */
  before: SourcePicture | undefined
  onClose: () => void
  onReuse: (record: ImageRecord) => void
  onUse: (url: string, way: 'edit' | 'vary') => void
}

/** One picture, large: zoom, before and after, what it is, and what can be made of it. */
export function Lightbox({ shown, before, onClose, onReuse, onUse }: LightboxProps) {
  const [place, setPlace] = useState(0)
  useEffect(() => setPlace(shown?.place ?? 0), [shown])
  const pictures = shown?.record.images.filter(({ object_url }) => object_url !== null) ?? []
  const picture = pictures[place]
  const move = (step: number) => setPlace((at) => (at + step + pictures.length) % pictures.length)
  return (
    <Dialog open={shown !== null} onOpenChange={(open) => !open && onClose()}>
      {shown && picture?.object_url && (
        <DialogContent
          className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
          aria-describedby={undefined}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget && event.key.startsWith('Arrow')) return
            if (event.key === 'ArrowLeft') move(-1)
            if (event.key === 'ArrowRight') move(1)
          }}
        >
          <DialogTitle className="sr-only">Picture {place + 1}</DialogTitle>
          <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="relative grid min-h-64 place-items-center bg-sunken max-md:max-h-[55dvh] sm:rounded-l-xl">
              {before ? (
                <BeforeAfter before={before.url} after={picture.object_url} />
              ) : (
                <ZoomPicture
                  key={picture.object_url}
                  url={picture.object_url}
                  alt={shown.record.prompt ?? 'Variation'}
                />
              )}
              {pictures.length > 1 && (
                <>
                  <Button
                    size="icon"
                    className="absolute top-1/2 left-3 -translate-y-1/2"
                    aria-label="Previous picture"
                    onClick={() => move(-1)}
                  >
                    <ChevronLeft aria-hidden="true" />
                  </Button>
                  <Button
                    size="icon"
                    className="absolute top-1/2 right-3 -translate-y-1/2"
                    aria-label="Next picture"
                    onClick={() => move(1)}
                  >
                    <ChevronRight aria-hidden="true" />
                  </Button>
                </>
              )}
            </div>
            <PictureDetails
              record={shown.record}
              picture={picture}
              url={picture.object_url}
              onReuse={() => onReuse(shown.record)}
              onUse={onUse}
            />
          </div>
        </DialogContent>
      )}
    </Dialog>
  )
}

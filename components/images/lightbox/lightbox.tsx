'use client'

import { type KeyboardEvent, useState } from 'react'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import type { ImageRecord } from '@/lib/images/schema'
import type { SourcePicture } from '../draft'
import { DeleteImageDialog } from '../history/delete-image-dialog'
import { BeforeAfter } from './before-after'
import { PictureDetails } from './picture-details'
import type { Shown } from './shown'
import { Turner } from './turner'
import { ZoomPicture } from './zoom-picture'

type LightboxProps = {
  shown: Shown | null
  /** Those before and after it, in the order of the history. */
  pictures: readonly Shown[]
  onShow: (shown: Shown | null) => void
  /** What it was made from, where that was chosen in this visit. */
  before: SourcePicture | undefined
  onReuse: (record: ImageRecord) => void
  onUse: (url: string, way: 'edit' | 'vary') => void
}

/** One picture, large: zoom, before and after, what it is, what can be made of it, and the way to the next. */
export function Lightbox({ shown, pictures, onShow, before, onReuse, onUse }: LightboxProps) {
  const [doomed, setDoomed] = useState<ImageRecord | null>(null)
  const picture = shown?.record.images[shown.place]
  const url = picture?.object_url
  const at = pictures.findIndex(
    ({ record, place }) => record.id === shown?.record.id && place === shown.place,
  )
  const turn = (step: number) => {
    const next = at < 0 ? undefined : pictures[at + step]
    if (next) onShow(next)
  }
  function press({ target, key }: KeyboardEvent) {
    if (target instanceof Element && target.closest('[role=slider]')) return
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  return (
    <>
      <Dialog open={shown !== null} onOpenChange={(open) => !open && onShow(null)}>
        {shown && picture && url && (
          <DialogContent
            className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
            aria-describedby={undefined}
            onKeyDown={press}
          >
            <DialogTitle className="sr-only">Picture {shown.place + 1}</DialogTitle>
            <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto md:grid-cols-[minmax(0,1fr)_18rem]">
              <div className="relative grid min-h-64 place-items-center bg-sunken max-md:max-h-[55dvh] sm:rounded-l-xl">
                {before ? (
                  <BeforeAfter before={before.url} after={url} />
                ) : (
                  <ZoomPicture key={url} url={url} alt={shown.record.prompt ?? 'Variation'} />
                )}
                {pictures.length > 1 && <Turner at={at} count={pictures.length} onTurn={turn} />}
              </div>
              <PictureDetails
                record={shown.record}
                picture={picture}
                url={url}
                onReuse={() => onReuse(shown.record)}
                onUse={onUse}
                onDelete={() => setDoomed(shown.record)}
              />
            </div>
          </DialogContent>
        )}
      </Dialog>
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} onDeleted={() => onShow(null)} />
    </>
  )
}

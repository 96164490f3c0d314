'use client'

import { type KeyboardEvent, useState } from 'react'
import { MissingTask } from '@/components/data/missing-task'
import type { Opened } from '@/components/data/use-opened'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import type { ImageRecord } from '@/lib/images/schema'
import type { SourcePicture } from '../draft'
import { DeleteImageDialog } from '../history/delete-image-dialog'
import { BeforeAfter } from './before-after'
import { PictureDetails } from './picture-details'
import { picturesOf } from './shown'
import { Turner } from './turner'
import { useOpenedImage } from './use-opened-image'
import { ZoomPicture } from './zoom-picture'

type LightboxProps = {
  opened: Opened | null
  /** The history as it is shown, to go on to the next in. */
  records: readonly ImageRecord[]
  onShow: (opened: Opened) => void
  onClose: () => void
  /** What a task was made from, where that was chosen in this visit. */
  sources: ReadonlyMap<string, SourcePicture>
  onReuse: (record: ImageRecord) => void
  onUse: (url: string, way: 'edit' | 'vary') => void
}

/** One picture, large: zoom, before and after, what it is, what can be made of it, and the way to the next. */
export function Lightbox({ opened, records, onShow, onClose, sources, onReuse, onUse }: LightboxProps) {
  const [doomed, setDoomed] = useState<ImageRecord | null>(null)
  const { record, picture, url, reason } = useOpenedImage(opened, records)
  const pictures = picturesOf(records)
  const at = pictures.findIndex((one) => one.record.id === record?.id && one.place + 1 === opened?.picture)
  const before = record && sources.get(record.id)
  const turn = (step: number) => {
    const next = at < 0 ? undefined : pictures[at + step]
    if (next) onShow({ id: next.record.id, picture: next.place + 1 })
  }
  function press({ target, key }: KeyboardEvent) {
    if (target instanceof Element && target.closest('[role=slider]')) return
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  const isShown = record && picture && url
  return (
    <>
      <Dialog open={opened !== null} onOpenChange={(open) => !open && onClose()}>
        {opened && !isShown && (
          <DialogContent aria-describedby={undefined}>
            <MissingTask what="picture" reason={reason} onClose={onClose} />
          </DialogContent>
        )}
        {opened && isShown && (
          <DialogContent
            className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
            aria-describedby={undefined}
            onKeyDown={press}
          >
            <DialogTitle className="sr-only">Picture {opened.picture}</DialogTitle>
            <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto max-md:auto-rows-max md:grid-cols-[minmax(0,1fr)_18rem]">
              <div className="relative grid min-h-64 place-items-center bg-sunken max-md:max-h-[55dvh] sm:rounded-l-xl">
                {before ? (
                  <BeforeAfter before={before.url} after={url} />
                ) : (
                  <ZoomPicture key={url} url={url} alt={record.prompt ?? 'Variation'} />
                )}
                {at >= 0 && pictures.length > 1 && <Turner at={at} count={pictures.length} onTurn={turn} />}
              </div>
              <PictureDetails
                record={record}
                picture={picture}
                url={url}
                number={opened.picture}
                onReuse={() => onReuse(record)}
                onUse={onUse}
                onDelete={() => setDoomed(record)}
              />
            </div>
          </DialogContent>
        )}
      </Dialog>
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} onDeleted={onClose} />
    </>
  )
}

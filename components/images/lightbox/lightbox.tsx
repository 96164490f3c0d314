'use client'

import { useState } from 'react'
import { TaskDialog } from '@/components/studio/task-dialog'
import type { Opened } from '@/components/studio/use-opened'
import type { ImageRecord } from '@/lib/images/schema'
import type { SourcePicture } from '../draft'
import { DeleteImageDialog } from '../history/delete-image-dialog'
import { BeforeAfter } from './before-after'
import { PictureDetails } from './picture-details'
import { Turner } from './turner'
import { useOpenedImage } from './use-opened-image'
import { useTurning } from './use-turning'
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
  const { at, count, turn, press } = useTurning(opened, records, onShow)
  const before = record && sources.get(record.id)
  return (
    <>
      <TaskDialog
        isOpen={opened !== null}
        onClose={onClose}
        what="picture"
        title={`Picture ${opened?.picture}`}
        reason={reason}
        onKeyDown={press}
      >
        {opened && record && picture && url && (
          <div className="quiet-scroll grid min-h-0 flex-1 overflow-y-auto max-md:auto-rows-max md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="relative grid min-h-64 place-items-center bg-sunken max-md:max-h-[55dvh] sm:rounded-l-xl">
              {before ? (
                <BeforeAfter before={before.url} after={url} />
              ) : (
                <ZoomPicture key={url} url={url} alt={record.prompt ?? 'Variation'} />
              )}
              {at >= 0 && count > 1 && <Turner at={at} count={count} onTurn={turn} />}
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
        )}
      </TaskDialog>
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} onDeleted={onClose} />
    </>
  )
}

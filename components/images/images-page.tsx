'use client'

import { useState } from 'react'
import { DropCover } from '@/components/data/drop-cover'
import { useOutsidePictures } from '@/components/data/use-outside-pictures'
import { Composer } from './composer/composer'
import { MaskEditor } from './edit/mask-editor'
import { History } from './history/history'
import { Lightbox } from './lightbox/lightbox'
import type { Shown } from './lightbox/shown'
import { useImageStudio } from './use-image-studio'

type ImagesPageProps = { ownerId: string; modelId: string | null }

/** The studio: what to make on one side, what was made on the other. */
export function ImagesPage({ ownerId, modelId }: ImagesPageProps) {
  const studio = useImageStudio({ ownerId, modelId })
  const { draft, change, reuse, takeSource } = studio
  const [shown, setShown] = useState<Shown | null>(null)
  const [pictures, setPictures] = useState<readonly Shown[]>([])
  const isOver = useOutsidePictures((file) => takeSource(file, draft.way === 'vary' ? 'vary' : 'edit'))
  const show = (one: Shown, all: readonly Shown[]) => {
    setShown(one)
    setPictures(all)
  }
  return (
    <div className="grid min-h-full grid-cols-1 lg:grid-cols-[23rem_minmax(0,1fr)]">
      <h1 className="sr-only">Images</h1>
      <section
        aria-label="What to make"
        className="quiet-scroll border-b border-line lg:sticky lg:top-(--shell-bar) lg:h-[calc(100dvh-var(--shell-bar))] lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        <Composer
          draft={draft}
          onChange={change}
          isBusy={studio.isBusy}
          problem={studio.problem}
          progress={studio.progress}
          onSubmit={studio.start}
          editor={
            draft.way === 'edit' && draft.source ? (
              <MaskEditor key={draft.source.url} ref={studio.mask} source={draft.source} />
            ) : null
          }
        />
      </section>
      <section ref={studio.made} aria-label="What was made" className="min-w-0 scroll-mt-(--shell-bar)">
        <History
          onShow={show}
          onReuse={reuse}
          onRepeat={studio.repeat}
          onExample={(prompt) => change({ way: 'generate', prompt })}
        />
      </section>
      <Lightbox
        shown={shown}
        pictures={pictures}
        onShow={setShown}
        before={shown ? studio.sources.get(shown.record.id) : undefined}
        onReuse={(record) => {
          setShown(null)
          reuse(record)
        }}
        onUse={(url, way) => {
          setShown(null)
          void takeSource(url, way)
        }}
      />
      {isOver && <DropCover words="Drop the picture to edit it" />}
    </div>
  )
}

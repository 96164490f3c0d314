'use client'

import { DropCover } from '@/components/data/drop-cover'
import { useOpened } from '@/components/data/use-opened'
import { useOutsidePictures } from '@/components/data/use-outside-pictures'
import { Composer } from './composer/composer'
import { MaskEditor } from './edit/mask-editor'
import { History } from './history/history'
import { useImageHistory } from './history/use-image-history'
import { Lightbox } from './lightbox/lightbox'
import { useImageStudio } from './use-image-studio'

type ImagesPageProps = { ownerId: string; modelId: string | null }

/** The studio: what to make on one side, what was made on the other. */
export function ImagesPage({ ownerId, modelId }: ImagesPageProps) {
  const studio = useImageStudio({ ownerId, modelId })
  const { draft, change, reuse, takeSource } = studio
  const history = useImageHistory()
  const { opened, show, close, leave } = useOpened()
  const isOver = useOutsidePictures((file) => takeSource(file, draft.way === 'vary' ? 'vary' : 'edit'))
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
          history={history}
          onShow={({ record, place }) => show({ id: record.id, picture: place + 1 })}
          onReuse={reuse}
          onRepeat={studio.repeat}
          onExample={(prompt) => change({ way: 'generate', prompt })}
        />
      </section>
      <Lightbox
        opened={opened}
        records={history.records}
        onShow={show}
        onClose={close}
        sources={studio.sources}
        onReuse={(record) => {
          leave()
          reuse(record)
        }}
        onUse={(url, way) => {
          leave()
          void takeSource(url, way)
        }}
      />
      {isOver && <DropCover words="Drop the picture to edit it" />}
    </div>
  )
}

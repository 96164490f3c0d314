'use client'

import { DropCover } from '@/components/studio/drop-cover'
import { StudioLayout } from '@/components/studio/studio-layout'
import { useOpened } from '@/components/studio/use-opened'
import { useOutsidePictures } from '@/components/studio/use-outside-pictures'
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
    <StudioLayout
      title="Images"
      formLabel="What to make"
      form={<StudioComposer studio={studio} />}
      resultsLabel="What was made"
      resultsRef={studio.made}
      results={
        <History
          history={history}
          onShow={({ record, place }) => show({ id: record.id, picture: place + 1 })}
          onReuse={reuse}
          onRepeat={studio.repeat}
          onExample={(prompt) => change({ way: 'generate', prompt })}
        />
      }
    >
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
    </StudioLayout>
  )
}

function StudioComposer({ studio }: { studio: ReturnType<typeof useImageStudio> }) {
  const { draft, change, isBusy, problem, progress, start, mask } = studio
  return (
    <Composer
      draft={draft}
      onChange={change}
      isBusy={isBusy}
      problem={problem}
      progress={progress}
      onSubmit={start}
      editor={
        draft.source ? (
          // What is painted stays with the picture, also while another way is looked at.
          <div hidden={draft.way !== 'edit'}>
            <MaskEditor key={draft.source.url} ref={mask} source={draft.source} />
          </div>
        ) : null
      }
    />
  )
}

'use client'

import { DropCover } from '@/components/studio/drop-cover'
import { StudioLayout } from '@/components/studio/studio-layout'
import { useOpened } from '@/components/studio/use-opened'
import { useOutsidePictures } from '@/components/studio/use-outside-pictures'
import { Composer } from './composer/composer'
import { History } from './history/history'
import { useVideoHistory } from './history/use-video-history'
import { PlayerDialog } from './player/player-dialog'
import { takePicture } from './sources/take-picture'
import { useChosenAsset } from './sources/use-chosen-asset'
import { type ChosenImage, useChosenImage } from './sources/use-chosen-image'
import { useVideoStudio } from './use-video-studio'

type VideosPageProps = {
  ownerId: string
  assetId: string | null
  image: ChosenImage | null
  modelId: string | null
}

/** The studio: what to film on one side, what was filmed on the other. */
export function VideosPage({ ownerId, assetId, image, modelId }: VideosPageProps) {
  const { opened, show, close, leave } = useOpened()
  const studio = useVideoStudio({ ownerId, modelId, onBegin: leave })
  const { draft, change, isBusy, problem, start } = studio
  const history = useVideoHistory()
  useChosenAsset(assetId, change)
  useChosenImage(image, change)
  const isOver = useOutsidePictures((file) => void takePicture(file, change))
  return (
    <StudioLayout
      title="Videos"
      formLabel="What to film"
      form={<Composer draft={draft} onChange={change} isBusy={isBusy} problem={problem} onSubmit={start} />}
      resultsLabel="What was filmed"
      resultsRef={studio.filmed}
      results={
        <History
          history={history}
          onShow={({ id }) => show({ id, picture: 1 })}
          onReuse={studio.reuse}
          onRepeat={studio.repeat}
          onExample={(prompt) => change({ prompt })}
        />
      }
    >
      <PlayerDialog
        opened={opened}
        records={history.records}
        onShow={show}
        onClose={close}
        onReuse={studio.reuse}
        onContinue={studio.goOn}
        onFinish={studio.finish}
      />
      {isOver && <DropCover words="Drop the picture to begin with it" />}
    </StudioLayout>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { DropCover } from '@/components/data/drop-cover'
import { showBelow } from '@/components/data/show-below'
import { useKeptDraft } from '@/components/data/use-kept-draft'
import { useOpened } from '@/components/data/use-opened'
import { useOutsidePictures } from '@/components/data/use-outside-pictures'
import { assetQuery } from '@/lib/portraits/queries'
import type { VideoRecord } from '@/lib/videos/schema'
import { Composer } from './composer/composer'
import { repeatBody } from './composer/create-body'
import { useSubmit } from './composer/use-submit'
import { draftOf, emptyDraft, KeptVideoDraft, type VideoDraft } from './draft'
import { History } from './history/history'
import { useVideoHistory } from './history/use-video-history'
import { PlayerDialog } from './player/player-dialog'
import { sourceOfAsset } from './sources/source-of-asset'
import { uploadSource } from './sources/upload-source'
import { type ChosenImage, useChosenImage } from './sources/use-chosen-image'

type ChangeDraft = (part: Partial<VideoDraft> | ((before: VideoDraft) => Partial<VideoDraft>)) => void

type VideosPageProps = {
  ownerId: string
  assetId: string | null
  image: ChosenImage | null
  modelId: string | null
}

/** The studio: what to film on one side, what was filmed on the other. */
export function VideosPage({ ownerId, assetId, image, modelId }: VideosPageProps) {
  const [draft, setDraft] = useKeptDraft(
    `portico-videos-${ownerId}`,
    KeptVideoDraft,
    emptyDraft,
    modelId === null ? {} : { model: modelId },
  )
  const history = useVideoHistory()
  const { opened, show, close, leave } = useOpened()
  const { submit, isBusy, problem } = useSubmit()
  const change = useCallback<ChangeDraft>(
    (part) => setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    [setDraft],
  )
  useChosenAsset(assetId, change)
  useChosenImage(image, change)
  const filmed = useRef<HTMLElement>(null)
  const isOver = useOutsidePictures((file) => void takePicture(file, change))

  function begin(next: VideoDraft, words: string) {
    setDraft(next)
    leave()
    window.scrollTo({ top: 0 })
    toast.success(words)
  }
  const reuse = (record: VideoRecord) => begin(draftOf(record), 'Settings filled in')

  return (
    <div className="grid min-h-full grid-cols-1 lg:grid-cols-[23rem_minmax(0,1fr)]">
      <h1 className="sr-only">Videos</h1>
      <section
        aria-label="What to film"
        className="quiet-scroll border-b border-line lg:sticky lg:top-(--shell-bar) lg:h-[calc(100dvh-var(--shell-bar))] lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        <Composer
          draft={draft}
          onChange={change}
          isBusy={isBusy}
          problem={problem}
          onSubmit={(body) => submit(body, { onStarted: () => showBelow(filmed.current) })}
        />
      </section>
      <section ref={filmed} aria-label="What was filmed" className="min-w-0 scroll-mt-(--shell-bar)">
        <History
          history={history}
          onShow={({ id }) => show({ id, picture: 1 })}
          onReuse={reuse}
          onRepeat={(record) => submit(repeatBody(record), { onFailure: toast.error })}
          onExample={(prompt) => change({ prompt })}
        />
      </section>
      <PlayerDialog
        opened={opened}
        records={history.records}
        onShow={show}
        onClose={close}
        onReuse={reuse}
        onContinue={(record, url) => {
          const first = { type: 'image', url, preview: url, name: 'Last frame of the clip before' } as const
          const next = { ...draftOf(record), mode: 'first', references: [], last: null, first } as const
          begin({ ...next, ratio: null, prompt: '' }, 'The next clip begins with this frame')
        }}
        onFinish={(record) =>
          begin(
            { ...draftOf(record), isDraft: false, resolution: null, finishes: record.id },
            'Ready to be made in full',
          )
        }
      />
      {isOver && <DropCover words="Drop the picture to begin with it" />}
    </div>
  )
}

/** A picture from outside is what the video begins with, or one more reference where those are gathered. */
async function takePicture(file: File, change: ChangeDraft): Promise<void> {
  const uploading = uploadSource(file, ['image'], () => {})
  toast.promise(uploading, {
    loading: 'Uploading the picture…',
    success: 'The picture was added',
    error: (error) => (error instanceof Error ? error.message : 'The picture could not be uploaded.'),
  })
  const media = await uploading.catch(() => null)
  if (media)
    change((before) =>
      before.mode === 'references'
        ? { references: [...before.references, media] }
        : { mode: before.mode === 'ends' ? 'ends' : 'first', first: media, finishes: null },
    )
}

/** Who comes from a portrait has its asset among the references already. */
function useChosenAsset(id: string | null, change: ChangeDraft): void {
  const asset = useQuery({
    ...assetQuery(id ?? ''),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (asset.data) change({ mode: 'references', references: [sourceOfAsset(asset.data)] })
  }, [asset.data, change])
  useEffect(() => {
    if (asset.error) toast.error(asset.error.message)
  }, [asset.error])
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useOpened } from '@/components/media/studio/opened-task'
import { useRetryKey } from '@/components/media/studio/studio-form'
import {
  DropCover,
  StudioLayout,
  scrollToResults,
  useDroppedImages,
} from '@/components/media/studio/studio-layout'
import { keptShape, useKeptDraft } from '@/components/media/studio/use-kept-draft'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import { imageRecordQuery } from '@/lib/media/images/queries'
import { assetQuery } from '@/lib/media/portraits/queries'
import { createVideoMutation } from '@/lib/media/videos/queries'
import type { CreateVideoBody, VideoRecord } from '@/lib/media/videos/schema'
import { Composer } from './composer/composer'
import { type ChangeDraft, draftOf, emptyDraft, repeatBody, sourceOfAsset, type VideoDraft } from './draft'
import { History, useVideoHistory } from './history'
import { uploadSource } from './sources/source-media'

const PlayerDialog = whenOpened(
  () => import('./player/player-dialog').then((module) => module.PlayerDialog),
  ({ opened }) => opened !== null,
)

type VideosPageProps = {
  ownerId: string
  assetId: string | null
  image: ChosenImage | null
  modelId: string | null
}

const keptDraft = keptShape('KeptVideoDraft')

/** The video studio: the form on one side, the history on the other. */
export function VideosPage({ ownerId, assetId, image, modelId }: VideosPageProps) {
  const { opened, show, close, leave } = useOpened()
  const studio = useVideoStudio({ ownerId, modelId, onBegin: leave })
  const { draft, change, isBusy, problem, start } = studio
  const history = useVideoHistory()
  useChosenAsset(assetId, change)
  useChosenImage(image, change)
  const isOver = useDroppedImages((file) => void addDroppedImage(file, change))
  return (
    <StudioLayout
      title="Videos"
      formLabel="New video"
      form={<Composer draft={draft} onChange={change} isBusy={isBusy} problem={problem} onSubmit={start} />}
      resultsLabel="Video history"
      resultsRef={studio.results}
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
        onContinue={studio.continueFrom}
        onFinish={studio.finish}
      />
      {isOver && <DropCover text="Drop the image to use it" />}
    </StudioLayout>
  )
}

type StudioOptions = {
  ownerId: string
  modelId: string | null
  /** Called when another draft replaces this one. */
  onBegin: () => void
}

/** The draft of the video studio, and what can be done with it. */
function useVideoStudio({ ownerId, modelId, onBegin }: StudioOptions) {
  const [draft, setDraft] = useKeptDraft(
    `portico-videos-${ownerId}`,
    keptDraft,
    emptyDraft,
    modelId === null ? {} : { model: modelId },
  )
  const results = useRef<HTMLElement>(null)
  const { submit, isBusy, problem } = useSubmit()
  const change = useCallback<ChangeDraft>(
    (part) => setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    [setDraft],
  )

  function start(body: CreateVideoBody): void {
    submit(body, { onStarted: () => scrollToResults(results.current) })
  }
  function repeat(record: VideoRecord): void {
    submit(repeatBody(record), { onFailure: toast.error })
  }
  function begin(next: VideoDraft, message: string): void {
    setDraft(next)
    onBegin()
    window.scrollTo({ top: 0 })
    toast.success(message)
  }
  function reuse(record: VideoRecord): void {
    begin(draftOf(record), 'Settings applied')
  }
  function continueFrom(record: VideoRecord, url: string): void {
    const first = { type: 'image', url, preview: url, name: 'Last frame of the previous clip' } as const
    const next = { ...draftOf(record), mode: 'first', references: [], last: null, first } as const
    begin({ ...next, ratio: null, prompt: '' }, 'Frame added. Describe the next clip.')
  }
  function finish(record: VideoRecord): void {
    const next = { ...draftOf(record), isDraft: false, resolution: null, finishes: record.id }
    begin(next, 'Draft loaded. Press Generate to finish it.')
  }
  return { draft, change, results, start, repeat, reuse, continueFrom, finish, isBusy, problem }
}

type SubmitEvents = { onStarted?: () => void; onFailure?: (message: string) => void }

/** Starts tasks. */
function useSubmit() {
  const create = useMutation(createVideoMutation())
  const retry = useRetryKey()

  function submit(body: CreateVideoBody, { onStarted, onFailure }: SubmitEvents = {}): void {
    create.mutate(
      { body, idempotencyKey: retry.keyOf(body) },
      {
        onSuccess: () => {
          retry.forget()
          toast.success('Queued')
          onStarted?.()
        },
        onError: ({ message }) => onFailure?.(message),
      },
    )
  }

  return { submit, isBusy: create.isPending, problem: create.error }
}

/** Opened from a portrait: its asset becomes a reference. */
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

/** An image of a task, by its number, from 1. */
type ChosenImage = { id: string; number: number }

/** Opened from an image: it becomes the first frame. */
function useChosenImage(chosen: ChosenImage | null, change: (part: Partial<VideoDraft>) => void): void {
  const image = useQuery({
    ...imageRecordQuery(chosen?.id ?? ''),
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = image.data?.images[(chosen?.number ?? 1) - 1]?.object_url
  const name = image.data?.prompt ?? 'Variation'
  useEffect(() => {
    if (url) change({ mode: 'first', first: { type: 'image', url, preview: url, name }, finishes: null })
  }, [url, name, change])
  useEffect(() => {
    if (image.error) toast.error(image.error.message)
  }, [image.error])
}

/** A pasted or dropped image becomes the first frame, or another reference. */
async function addDroppedImage(file: File, change: ChangeDraft): Promise<void> {
  const uploading = uploadSource(file, ['image'], () => {})
  toast.promise(uploading, {
    loading: 'Uploading image…',
    success: 'Image added',
    error: (error) => (error instanceof Error ? error.message : 'The image could not be uploaded.'),
  })
  const media = await uploading.catch(() => null)
  if (media)
    change((before) =>
      before.mode === 'references'
        ? { references: [...before.references, media] }
        : { mode: before.mode === 'ends' ? 'ends' : 'first', first: media, finishes: null },
    )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { ResultDrop } from '@/components/forms/dragged-result'
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
import {
  type ChangeDraft,
  draftOf,
  emptyDraft,
  putInto,
  putResult,
  repeatBody,
  sourceOfAsset,
  type VideoDraft,
} from './draft'
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
      form={
        <ResultDrop
          className="min-h-full"
          onResult={(result) => change((before) => putResult(before, result))}
        >
          <Composer draft={draft} onChange={change} isBusy={isBusy} problem={problem} onSubmit={start} />
        </ResultDrop>
      }
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

  async function start(bodies: CreateVideoBody[]): Promise<void> {
    for (const [index, body] of bodies.entries()) {
      const found = await submit(body)
      if (found === null) continue
      // What was started is not started again.
      const left = bodies.slice(index).map(({ prompt }) => prompt)
      return index > 0 ? change({ prompt: left.join('\n') }) : undefined
    }
    scrollToResults(results.current)
  }
  async function repeat(record: VideoRecord): Promise<void> {
    const found = await submit(repeatBody(record))
    if (found !== null) toast.error(found.message)
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

/** Starts tasks. */
function useSubmit() {
  const create = useMutation(createVideoMutation())
  const retry = useRetryKey()

  /** Gives the error, or null if the task was started. */
  async function submit(body: CreateVideoBody): Promise<Error | null> {
    try {
      await create.mutateAsync({ body, idempotencyKey: retry.keyOf(body) })
      retry.forget()
      toast.success('Queued')
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error('The task could not be started.')
    }
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
type ChosenImage = { id: string; number: number; slot: 'first' | 'last' | 'reference' }

/** Opened from an image: it becomes a frame or a reference. */
function useChosenImage(chosen: ChosenImage | null, change: ChangeDraft): void {
  const image = useQuery({
    ...imageRecordQuery(chosen?.id ?? ''),
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = image.data?.images[(chosen?.number ?? 1) - 1]?.object_url
  const name = image.data?.prompt ?? 'Variation'
  const slot = chosen?.slot ?? 'first'
  useEffect(() => {
    if (url) change((before) => putInto(before, slot, { type: 'image', url, preview: url, name }))
  }, [url, name, slot, change])
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
  if (media) change((before) => putInto(before, before.mode === 'references' ? 'reference' : 'first', media))
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { ResultDrop } from '@/components/forms/dragged-result'
import { useOpened } from '@/components/media/studio/opened-task'
import { promptsOf } from '@/components/media/studio/prompt-field'
import {
  DropCover,
  StudioLayout,
  scrollToResults,
  useDroppedImages,
} from '@/components/media/studio/studio-layout'
import { keptShape, useKeptDraft } from '@/components/media/studio/use-kept-draft'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import { imageModelsQuery } from '@/lib/media/images/queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { Composer } from './composer/composer'
import { readPicture } from './composer/source-picker'
import { useSubmit } from './composer/submit'
import { draftOf, emptyDraft, type ImageDraft, needsNoPrompt, type Upkeep } from './draft'
import type { MaskHandle } from './edit/mask-editor'
import { History, useImageHistory } from './history'

const Lightbox = whenOpened(
  () => import('./lightbox').then((module) => module.Lightbox),
  ({ opened }) => opened !== null,
)

const MaskEditor = lazy(async () => ({ default: (await import('./edit/mask-editor')).MaskEditor }))

/** `chosen`: by the page's URL. */
type ImagesPageProps = { ownerId: string; chosen: { model?: string; way?: 'edit'; size?: string } }

const keptDraft = keptShape('KeptImageDraft')

/** The image studio: the form on one side, the history on the other. */
export function ImagesPage({ ownerId, chosen }: ImagesPageProps) {
  const studio = useImageStudio({ ownerId, chosen })
  const { draft, change, reuse, setSource } = studio
  const history = useImageHistory()
  const { opened, show, close, leave } = useOpened()
  const isOver = useDroppedImages((file) => setSource(file, draft.way === 'vary' ? 'vary' : 'edit'))
  return (
    <StudioLayout
      title="Images"
      formLabel="New image"
      form={
        <ResultDrop
          className="min-h-full"
          onResult={({ type, url, frame }) => {
            const picture = type === 'image' ? url : frame
            if (picture) void setSource(picture, draft.way === 'vary' ? 'vary' : 'edit')
          }}
        >
          <StudioComposer studio={studio} />
        </ResultDrop>
      }
      resultsLabel="Image history"
      resultsRef={studio.results}
      results={
        <History
          history={history}
          onShow={({ record, index }) => show({ id: record.id, picture: index + 1 })}
          onReuse={reuse}
          onRepeat={studio.repeat}
          onUse={(url) => void setSource(url, 'edit')}
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
        onUse={(url, way, upkeep) => {
          leave()
          void setSource(url, way, upkeep)
        }}
      />
      {isOver && <DropCover text="Drop the image to edit it" />}
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
          // Hidden in the other modes, not unmounted: the mask is kept.
          <div hidden={draft.way !== 'edit'}>
            <Suspense>
              <MaskEditor key={draft.source.url} ref={mask} source={draft.source} />
            </Suspense>
          </div>
        ) : null
      }
    />
  )
}

/** The draft of the image studio, and what can be done with it. */
function useImageStudio({ ownerId, chosen }: ImagesPageProps) {
  const [draft, setDraft] = useKeptDraft(`portico-images-${ownerId}`, keptDraft, emptyDraft, chosen)
  const client = useQueryClient()
  const mask = useRef<MaskHandle>(null)
  const results = useRef<HTMLElement>(null)
  const { submit, ...progress } = useSubmit()
  const change = useCallback(
    (part: Partial<ImageDraft>) => setDraft((before) => ({ ...before, ...part })),
    [setDraft],
  )

  async function start(next: ImageDraft): Promise<void> {
    const readMask = async () => (await mask.current?.read()) ?? null
    const prompts = next.way === 'vary' ? [next.prompt] : promptsOf(next)
    for (const [index, prompt] of prompts.entries()) {
      const found = await submit({ ...next, prompt }, readMask)
      // What was started is not started again.
      if (found !== null) return index > 0 ? change({ prompt: prompts.slice(index).join('\n') }) : undefined
    }
    scrollToResults(results.current)
  }
  async function repeat(record: ImageRecord): Promise<void> {
    const found = await submit(draftOf(record), async () => null)
    if (found === null) toast.success('Queued')
    else toast.error(found.message)
  }
  function reuse(record: ImageRecord): void {
    setDraft(draftOf(record))
    window.scrollTo({ top: 0 })
    toast.success('Settings applied')
  }
  /** Edits or varies an image of the history, by its URL, or a file; `upkeep`: by a model for that. */
  async function setSource(picture: File | string, way: 'edit' | 'vary', upkeep?: Upkeep): Promise<void> {
    try {
      const source =
        typeof picture === 'string'
          ? await readPicture(await (await fetch(picture)).blob(), 'From your history')
          : await readPicture(picture, picture.name)
      const models = await client.ensureQueryData(imageModelsQuery())
      const isUpkeep = models.some(({ id, able }) => id === draft.model && needsNoPrompt(able))
      const suited = upkeep && models.find(({ able }) => able[upkeep])?.id
      const model = suited ?? (isUpkeep ? null : draft.model)
      change({ way, source, model, size: 'auto', typedSize: '' })
      window.scrollTo({ top: 0 })
      if (typeof picture === 'string' && !upkeep) await focusPrompt()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The image could not be loaded.')
    }
  }
  return { draft, change, mask, results, start, repeat, reuse, setSource, ...progress }
}

/** The old prompt rarely describes the edit, so it is selected. Not on phones: the keyboard would cover the editor. */
async function focusPrompt(): Promise<void> {
  if (!window.matchMedia('(pointer: fine)').matches) return
  // The closing dialog restores the focus first.
  while (document.querySelector('[role=dialog]')) await new Promise(requestAnimationFrame)
  setTimeout(() => {
    const box = document.querySelector<HTMLTextAreaElement>('textarea[data-prompt]')
    box?.focus({ preventScroll: true })
    box?.select()
  })
}

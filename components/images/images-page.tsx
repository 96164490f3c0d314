'use client'

import { useCallback, useRef, useState } from 'react'
import { toast } from 'sonner'
import { DropCover } from '@/components/data/drop-cover'
import { showBelow } from '@/components/data/show-below'
import { useKeptDraft } from '@/components/data/use-kept-draft'
import { useOutsidePictures } from '@/components/data/use-outside-pictures'
import type { ImageRecord } from '@/lib/images/schema'
import { Composer } from './composer/composer'
import { useSubmit } from './composer/use-submit'
import { draftOf, emptyDraft, type ImageDraft, KeptImageDraft } from './draft'
import { MaskEditor, type MaskHandle } from './edit/mask-editor'
import { History } from './history/history'
import { Lightbox } from './lightbox/lightbox'
import type { Shown } from './lightbox/shown'
import { readPicture } from './upload/read-picture'

type ImagesPageProps = { ownerId: string; modelId: string | null }

/** The studio: what to make on one side, what was made on the other. */
export function ImagesPage({ ownerId, modelId }: ImagesPageProps) {
  const [draft, setDraft] = useKeptDraft(
    `portico-images-${ownerId}`,
    KeptImageDraft,
    emptyDraft,
    modelId === null ? {} : { model: modelId },
  )
  const [shown, setShown] = useState<Shown | null>(null)
  const [pictures, setPictures] = useState<readonly Shown[]>([])
  const mask = useRef<MaskHandle>(null)
  const made = useRef<HTMLElement>(null)
  const { submit, isBusy, problem, progress, sources } = useSubmit()
  const change = useCallback(
    (part: Partial<ImageDraft>) => setDraft((before) => ({ ...before, ...part })),
    [setDraft],
  )
  const takeSource = useSource(change, () => setShown(null))
  const isOver = useOutsidePictures((file) => takeSource(file, draft.way === 'vary' ? 'vary' : 'edit'))

  async function start(next: ImageDraft) {
    const found = await submit(next, async () => (await mask.current?.read()) ?? null)
    if (found === null) showBelow(made.current)
  }
  async function repeat(record: ImageRecord) {
    const found = await submit(draftOf(record), async () => null)
    if (found === null) toast.success('Queued')
    else toast.error(found)
  }
  function reuse(record: ImageRecord) {
    setDraft(draftOf(record))
    setShown(null)
    window.scrollTo({ top: 0 })
    toast.success('Settings filled in')
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
          isBusy={isBusy}
          problem={problem}
          progress={progress}
          onSubmit={start}
          editor={
            draft.way === 'edit' && draft.source ? (
              <MaskEditor key={draft.source.url} ref={mask} source={draft.source} />
            ) : null
          }
        />
      </section>
      <section ref={made} aria-label="What was made" className="min-w-0 scroll-mt-(--shell-bar)">
        <History
          onShow={(one, all) => {
            setShown(one)
            setPictures(all)
          }}
          onReuse={reuse}
          onRepeat={repeat}
        />
      </section>
      <Lightbox
        shown={shown}
        pictures={pictures}
        onShow={setShown}
        before={shown ? sources.get(shown.record.id) : undefined}
        onReuse={reuse}
        onUse={(url, way) => takeSource(url, way)}
      />
      {isOver && <DropCover words="Drop the picture to edit it" />}
    </div>
  )
}

/** A picture of the history, or a file, becomes what is edited or varied. */
function useSource(change: (part: Partial<ImageDraft>) => void, onTaken: () => void) {
  return async (picture: File | string, way: 'edit' | 'vary'): Promise<void> => {
    onTaken()
    try {
      const [blob, name] =
        typeof picture === 'string'
          ? [await (await fetch(picture)).blob(), 'From your history']
          : [picture, picture.name]
      change({ way, source: await readPicture(blob, name), size: 'auto' })
      window.scrollTo({ top: 0 })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The picture could not be loaded.')
    }
  }
}

'use client'

import { useCallback, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Composer } from './composer/composer'
import { useSubmit } from './composer/use-submit'
import { draftOf, emptyDraft, type ImageDraft } from './draft'
import { MaskEditor, type MaskHandle } from './edit/mask-editor'
import { History } from './history/history'
import { Lightbox, type Shown } from './lightbox/lightbox'
import { readPicture } from './upload/read-picture'

/** The studio: what to make on one side, what was made on the other. */
export function ImagesPage({ modelId }: { modelId: string | null }) {
  const [draft, setDraft] = useState<ImageDraft>({ ...emptyDraft, model: modelId })
  const [shown, setShown] = useState<Shown | null>(null)
  const mask = useRef<MaskHandle>(null)
  const { submit, isBusy, problem, progress, sources } = useSubmit()
  const change = useCallback(
    (part: Partial<ImageDraft>) => setDraft((before) => ({ ...before, ...part })),
    [],
  )

  async function takeSource(url: string, way: 'edit' | 'vary') {
    setShown(null)
    try {
      const blob = await (await fetch(url)).blob()
      change({ way, source: await readPicture(blob, 'From your history'), size: 'auto' })
      window.scrollTo({ top: 0 })
    } catch {
      toast.error('The picture could not be loaded.')
    }
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
          onSubmit={async (model) => submit({ ...draft, model }, (await mask.current?.read()) ?? null)}
          editor={
            draft.way === 'edit' && draft.source ? (
              <MaskEditor key={draft.source.url} ref={mask} source={draft.source} />
            ) : null
          }
        />
      </section>
      <section aria-label="What was made" className="min-w-0">
        <History
          onShow={setShown}
          onReuse={(record) => {
            setDraft(draftOf(record))
            toast.success('Settings taken over')
          }}
        />
      </section>
      <Lightbox
        shown={shown}
        before={shown ? sources.get(shown.record.id) : undefined}
        onClose={() => setShown(null)}
        onReuse={(record) => {
          setDraft(draftOf(record))
          setShown(null)
        }}
        onUse={takeSource}
      />
    </div>
  )
}

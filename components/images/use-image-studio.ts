'use client'

import { useCallback, useRef } from 'react'
import { toast } from 'sonner'
import { showBelow } from '@/components/studio/show-below'
import { useKeptDraft } from '@/components/studio/use-kept-draft'
import type { ImageRecord } from '@/lib/images/schema'
import { useSubmit } from './composer/use-submit'
import { draftOf, emptyDraft, type ImageDraft, KeptImageDraft } from './draft'
import type { MaskHandle } from './edit/mask-editor'
import { readPicture } from './upload/read-picture'

type StudioOptions = { ownerId: string; modelId: string | null }

/** The draft of the image studio, and all that becomes of it. */
export function useImageStudio({ ownerId, modelId }: StudioOptions) {
  const [draft, setDraft] = useKeptDraft(
    `portico-images-${ownerId}`,
    KeptImageDraft,
    emptyDraft,
    modelId === null ? {} : { model: modelId },
  )
  const mask = useRef<MaskHandle>(null)
  const made = useRef<HTMLElement>(null)
  const { submit, ...progress } = useSubmit()
  const change = useCallback(
    (part: Partial<ImageDraft>) => setDraft((before) => ({ ...before, ...part })),
    [setDraft],
  )

  async function start(next: ImageDraft): Promise<void> {
    const found = await submit(next, async () => (await mask.current?.read()) ?? null)
    if (found === null) showBelow(made.current)
  }
  async function repeat(record: ImageRecord): Promise<void> {
    const found = await submit(draftOf(record), async () => null)
    if (found === null) toast.success('Queued')
    else toast.error(found.message)
  }
  function reuse(record: ImageRecord): void {
    setDraft(draftOf(record))
    window.scrollTo({ top: 0 })
    toast.success('Settings filled in')
  }
  /** A picture of the history, by its link, or a file becomes what is edited or varied. */
  async function takeSource(picture: File | string, way: 'edit' | 'vary'): Promise<void> {
    try {
      const source =
        typeof picture === 'string'
          ? await readPicture(await (await fetch(picture)).blob(), 'From your history')
          : await readPicture(picture, picture.name)
      change({ way, source, size: 'auto', typedSize: '' })
      window.scrollTo({ top: 0 })
      if (typeof picture === 'string') await focusPrompt()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The picture could not be loaded.')
    }
  }
  return { draft, change, mask, made, start, repeat, reuse, takeSource, ...progress }
}

/** What the picture was made by is seldom what is to change in it. On a phone the keyboard would cover what is to be painted. */
async function focusPrompt(): Promise<void> {
  if (!window.matchMedia('(pointer: fine)').matches) return
  // The window that the picture was shown in gives the focus back a moment after it has gone.
  while (document.querySelector('[role=dialog]')) await new Promise(requestAnimationFrame)
  setTimeout(() => {
    const box = document.querySelector<HTMLTextAreaElement>('textarea[data-prompt]')
    box?.focus({ preventScroll: true })
    box?.select()
  })
}

'use client'

import { useCallback, useRef } from 'react'
import { toast } from 'sonner'
import { showBelow } from '@/components/studio/show-below'
import { useKeptDraft } from '@/components/studio/use-kept-draft'
import type { CreateVideoBody, VideoRecord } from '@/lib/videos/schema'
import { repeatBody } from './composer/create-body'
import { useSubmit } from './composer/use-submit'
import { type ChangeDraft, draftOf, emptyDraft, KeptVideoDraft, type VideoDraft } from './draft'

type StudioOptions = {
  ownerId: string
  modelId: string | null
  /** Another draft takes the place of this one. */
  onBegin: () => void
}

/** The draft of the video studio, and all that becomes of it. */
export function useVideoStudio({ ownerId, modelId, onBegin }: StudioOptions) {
  const [draft, setDraft] = useKeptDraft(
    `portico-videos-${ownerId}`,
    KeptVideoDraft,
    emptyDraft,
    modelId === null ? {} : { model: modelId },
  )
  const filmed = useRef<HTMLElement>(null)
  const { submit, isBusy, problem } = useSubmit()
  const change = useCallback<ChangeDraft>(
    (part) => setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    [setDraft],
  )

  function start(body: CreateVideoBody): void {
    submit(body, { onStarted: () => showBelow(filmed.current) })
  }
  function repeat(record: VideoRecord): void {
    submit(repeatBody(record), { onFailure: toast.error })
  }
  function begin(next: VideoDraft, words: string): void {
    setDraft(next)
    onBegin()
    window.scrollTo({ top: 0 })
    toast.success(words)
  }
  function reuse(record: VideoRecord): void {
    begin(draftOf(record), 'Settings filled in')
  }
  function goOn(record: VideoRecord, url: string): void {
    const first = { type: 'image', url, preview: url, name: 'Last frame of the clip before' } as const
    const next = { ...draftOf(record), mode: 'first', references: [], last: null, first } as const
    begin({ ...next, ratio: null, prompt: '' }, 'The next clip begins with this frame')
  }
  function finish(record: VideoRecord): void {
    const next = { ...draftOf(record), isDraft: false, resolution: null, finishes: record.id }
    begin(next, 'Ready to be made in full')
  }
  return { draft, change, filmed, start, repeat, reuse, goOn, finish, isBusy, problem }
}

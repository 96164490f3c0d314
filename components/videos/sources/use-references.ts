import { useRef } from 'react'
import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { SourceMedia } from '../draft'
import type { SourceType } from './upload-source'

type ReferenceState = {
  references: readonly SourceMedia[]
  onChange: (references: SourceMedia[]) => void
  able: VideoCapabilities
}

/** What may still be referred to, by what the model takes of each type, and how it is added. */
export function useReferences({ references, onChange, able }: ReferenceState) {
  const open = limitsOf(able).flatMap((limit) => {
    const room = limit.most - references.filter(({ type }) => type === limit.type).length
    return room > 0 ? [{ ...limit, room }] : []
  })
  // Several files may be uploaded in a row, each before the list is drawn again.
  const latest = useRef(references)
  latest.current = references
  function add(media: SourceMedia): void {
    const next = [...latest.current.filter(({ url }) => url !== media.url), media]
    latest.current = next
    onChange(next)
  }
  return { open, add }
}

function limitsOf(able: VideoCapabilities): { type: SourceType; words: string; most: number }[] {
  return [
    { type: 'image', words: 'pictures', most: able.max_reference_images },
    { type: 'video', words: 'videos', most: able.max_reference_videos },
    { type: 'audio', words: 'sounds', most: able.max_reference_audios },
  ]
}

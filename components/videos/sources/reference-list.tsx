'use client'

import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { SourceMedia } from '../draft'
import { DropZone } from './drop-zone'
import { PickerDialog } from './picker-dialog'
import { SourceThumb } from './source-thumb'
import type { SourceType } from './upload-source'

type ReferenceListProps = {
  references: readonly SourceMedia[]
  onChange: (references: SourceMedia[]) => void
  able: VideoCapabilities
}

export function ReferenceList({ references, onChange, able }: ReferenceListProps) {
  const [isPicking, setPicking] = useState(false)
  const limits = limitsOf(able)
  const roomFor = ({ type, most }: { type: SourceType; most: number }) =>
    most - references.filter((one) => one.type === type).length
  const open = limits.filter((limit) => roomFor(limit) > 0)
  const types = open.map(({ type }) => type)
  // Several files may be uploaded in a row, each before the list is drawn again.
  const latest = useRef(references)
  latest.current = references
  function add(media: SourceMedia) {
    const next = [...latest.current.filter(({ url }) => url !== media.url), media]
    latest.current = next
    onChange(next)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">References</legend>
      {references.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {references.map((media, place) => (
            <li key={media.url} className="flex items-center gap-3 rounded-md border border-line p-1.5">
              <SourceThumb
                media={media}
                alt={`Reference ${place + 1}`}
                className="size-10 shrink-0 rounded-sm bg-sunken object-cover"
              />
              <p className="min-w-0 flex-1 truncate text-sm text-ink">{media.name}</p>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${media.name}`}
                onClick={() => onChange(references.filter((one) => one !== media))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <>
          <DropZone
            label="Add references"
            hint={open.map(({ words, most }) => `${words}, up to ${most}`).join(' · ')}
            types={types}
            most={open.reduce((sum, limit) => sum + roomFor(limit), 0)}
            onMedia={add}
          />
          <Button size="sm" onClick={() => setPicking(true)}>
            From your library
          </Button>
        </>
      )}
      <PickerDialog
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        types={types}
        onPick={(media) => {
          add(media)
          setPicking(false)
        }}
      />
    </fieldset>
  )
}

function limitsOf(able: VideoCapabilities): { type: SourceType; words: string; most: number }[] {
  return [
    { type: 'image', words: 'pictures', most: able.max_reference_images },
    { type: 'video', words: 'videos', most: able.max_reference_videos },
    { type: 'audio', words: 'sounds', most: able.max_reference_audios },
  ]
}

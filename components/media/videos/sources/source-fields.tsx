'use client'

import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ResultDrop } from '@/components/forms/dragged-result'
import { Button } from '@/components/ui/button'
import { whenOpened } from '@/components/ui/when-opened'
import type { VideoCapabilities } from '@/lib/catalog/models/schema'
import { type SourceMedia, stillOf, type VideoDraft } from '../draft'
import { DropZone, SourceThumb, type SourceType } from './source-media'

const PickerDialog = whenOpened(
  () => import('./picker-dialog').then((module) => module.PickerDialog),
  ({ isOpen }) => isOpen,
)

type SourceFieldsProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  able: VideoCapabilities
}

/** The source media of a mode. */
export function SourceFields({ draft, onChange, able }: SourceFieldsProps) {
  if (draft.mode === 'text') return null
  if (draft.mode === 'references')
    return (
      <ReferenceList
        references={draft.references}
        onChange={(references) => onChange({ references })}
        able={able}
      />
    )
  return (
    <div className={draft.mode === 'ends' ? 'grid grid-cols-2 gap-3' : 'grid'}>
      <FrameSlot label="First frame" frame={draft.first} onChange={(first) => onChange({ first })} />
      {draft.mode === 'ends' && (
        <FrameSlot label="Last frame" frame={draft.last} onChange={(last) => onChange({ last })} />
      )}
    </div>
  )
}

type FrameSlotProps = {
  label: string
  frame: SourceMedia | null
  onChange: (frame: SourceMedia | null) => void
}

const pictures = ['image'] as const

function FrameSlot({ label, frame, onChange }: FrameSlotProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <ResultDrop onResult={(result) => onChange(stillOf(result) ?? frame)}>
      <fieldset className="flex min-w-0 flex-col gap-2" aria-label={label}>
        {frame ? (
          <div className="relative overflow-hidden rounded-lg border border-border bg-muted">
            <SourceThumb media={frame} alt={label} className="h-36 w-full object-contain" />
            <p className="truncate border-t border-border bg-card px-2.5 py-1.5 text-xs text-muted-foreground">
              {label}: {frame.name}
            </p>
            <Button
              variant="outline"
              size="icon-sm"
              className="absolute top-2 right-2"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={() => onChange(null)}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        ) : (
          <DropZone
            label={label}
            hint="Choose, drop or paste an image"
            types={pictures}
            most={1}
            onMedia={onChange}
          />
        )}
        <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
          From your library
        </Button>
        <PickerDialog
          isOpen={isPicking}
          onClose={() => setPicking(false)}
          types={pictures}
          onPick={(media) => {
            onChange(media)
            setPicking(false)
          }}
        />
      </fieldset>
    </ResultDrop>
  )
}

type ReferenceListProps = {
  references: readonly SourceMedia[]
  onChange: (references: SourceMedia[]) => void
  able: VideoCapabilities
}

function ReferenceList({ references, onChange, able }: ReferenceListProps) {
  const [isPicking, setPicking] = useState(false)
  const { open, add } = useReferences({ references, onChange, able })
  const types = open.map(({ type }) => type)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-foreground">References</legend>
      {references.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {references.map((media, index) => (
            <ReferenceItem
              key={media.url}
              media={media}
              alt={`Reference ${index + 1}`}
              onRemove={() => onChange(references.filter((one) => one !== media))}
            />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <>
          <DropZone
            label="Add references"
            hint={open.map(({ words, most }) => `${words}, up to ${most}`).join(' · ')}
            types={types}
            most={open.reduce((sum, { room }) => sum + room, 0)}
            onMedia={add}
          />
          <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
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

type ReferenceItemProps = { media: SourceMedia; alt: string; onRemove: () => void }

function ReferenceItem({ media, alt, onRemove }: ReferenceItemProps) {
  return (
    <li className="flex items-center gap-3 rounded-md border border-border p-1.5">
      <SourceThumb media={media} alt={alt} className="size-10 shrink-0 rounded-sm bg-muted object-cover" />
      <p dir="auto" className="min-w-0 flex-1 truncate text-left text-sm text-foreground">
        {media.name}
      </p>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${media.name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

type ReferenceState = {
  references: readonly SourceMedia[]
  onChange: (references: SourceMedia[]) => void
  able: VideoCapabilities
}

/** The types of which the model accepts more references, and `add`. */
function useReferences({ references, onChange, able }: ReferenceState) {
  const open = limitsOf(able).flatMap((limit) => {
    const room = limit.most - references.filter(({ type }) => type === limit.type).length
    return room > 0 ? [{ ...limit, room }] : []
  })
  // Several uploads may finish before the next render.
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
    { type: 'image', words: 'images', most: able.max_reference_images },
    { type: 'video', words: 'videos', most: able.max_reference_videos },
    { type: 'audio', words: 'audio files', most: able.max_reference_audios },
  ]
}

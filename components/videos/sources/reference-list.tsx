'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { VideoCapabilities } from '@/lib/catalog/schema'
import type { SourceMedia } from '../draft'
import { DropZone } from './drop-zone'
import { PickerDialog } from './picker-dialog'
import { ReferenceItem } from './reference-item'
import { useReferences } from './use-references'

type ReferenceListProps = {
  references: readonly SourceMedia[]
  onChange: (references: SourceMedia[]) => void
  able: VideoCapabilities
}

export function ReferenceList({ references, onChange, able }: ReferenceListProps) {
  const [isPicking, setPicking] = useState(false)
  const { open, add } = useReferences({ references, onChange, able })
  const types = open.map(({ type }) => type)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-ink">References</legend>
      {references.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {references.map((media, place) => (
            <ReferenceItem
              key={media.url}
              media={media}
              alt={`Reference ${place + 1}`}
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

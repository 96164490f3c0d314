'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { SourceMedia } from '../draft'
import { DropZone } from './drop-zone'
import { PickerDialog } from './picker-dialog'
import { SourceThumb } from './source-thumb'

type FrameSlotProps = {
  label: string
  frame: SourceMedia | null
  onChange: (frame: SourceMedia | null) => void
}

const pictures = ['image'] as const

export function FrameSlot({ label, frame, onChange }: FrameSlotProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-label={label}>
      {frame ? (
        <div className="relative overflow-hidden rounded-lg border border-line bg-sunken">
          <SourceThumb media={frame} alt={label} className="h-36 w-full object-contain" />
          <p className="truncate border-t border-line bg-surface px-2.5 py-1.5 text-xs text-muted">
            {label}: {frame.name}
          </p>
          <Button
            size="icon-sm"
            className="absolute top-2 right-2"
            aria-label={`Remove the ${label.toLowerCase()}`}
            onClick={() => onChange(null)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <DropZone
          label={label}
          hint="Choose, drop or paste a picture"
          types={pictures}
          most={1}
          onMedia={onChange}
        />
      )}
      <Button size="sm" onClick={() => setPicking(true)}>
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
  )
}

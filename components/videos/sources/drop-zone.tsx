'use client'

import { ImageUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { SourceMedia } from '../draft'
import { acceptedTypes, type SourceType } from './upload-source'
import { useUpload } from './use-upload'

type DropZoneProps = {
  label: string
  hint: ReactNode
  types: readonly SourceType[]
  /** How many files are taken at once. */
  most: number
  onMedia: (media: SourceMedia) => void
}

/** A place to drop files on, or to press and choose them. */
export function DropZone({ label, hint, types, most, onMedia }: DropZoneProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const { upload, progress, problem } = useUpload(types, onMedia)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          upload([...event.dataTransfer.files].slice(0, most))
        }}
        className={cn(
          'flex min-h-28 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-lg border border-dashed px-3 py-5 text-center text-sm text-muted has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span className="font-medium text-ink">{label}</span>
        {progress === null ? (
          <span className="text-xs text-faint">{hint}</span>
        ) : (
          <span className="flex w-full max-w-40 flex-col gap-1.5 text-xs tabular-nums" role="status">
            Uploading, {Math.round(progress * 100)} %
            <span className="h-1 overflow-hidden rounded-full bg-selected" aria-hidden="true">
              <span className="block h-full bg-accent" style={{ width: `${progress * 100}%` }} />
            </span>
          </span>
        )}
        <input
          id={id}
          type="file"
          accept={acceptedTypes(types)}
          multiple={most > 1}
          disabled={progress !== null}
          className="sr-only"
          onChange={(event) => {
            upload([...(event.target.files ?? [])].slice(0, most))
            event.target.value = ''
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="text-xs break-words text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}

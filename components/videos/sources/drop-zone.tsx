'use client'

import { ImageUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileDrop } from '@/components/forms/file-drop'
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

/** Where the files that a video begins with are uploaded. */
export function DropZone({ label, hint, types, most, onMedia }: DropZoneProps) {
  const { upload, progress, problem } = useUpload(types, onMedia)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <FileDrop
        accept={acceptedTypes(types)}
        multiple={most > 1}
        disabled={progress !== null}
        className="min-h-28 justify-center gap-1.5 px-3 py-5"
        onFiles={(files) => void upload(files.slice(0, most))}
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span className="font-medium text-ink">{label}</span>
        {progress === null ? (
          <span className="text-xs text-faint">{hint}</span>
        ) : (
          <span className="flex w-full max-w-40 flex-col gap-1.5 text-xs tabular-nums" role="status">
            Uploading, {Math.round(progress * 100)} %
            <span
              className="h-1 overflow-hidden rounded-full bg-selected forced-color-adjust-none"
              aria-hidden="true"
            >
              <span className="block h-full bg-accent" style={{ width: `${progress * 100}%` }} />
            </span>
          </span>
        )}
      </FileDrop>
      {problem && (
        <p role="alert" className="text-xs break-words text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}

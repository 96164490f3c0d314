'use client'

import { ImageUp, X } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { SourcePicture } from '../draft'
import { PICTURE_TYPES, readPicture } from './read-picture'

type SourcePickerProps = {
  source: SourcePicture | null
  onChange: (source: SourcePicture | null) => void
  /** The editor below shows the picture itself. */
  hasEditor: boolean
}

export function SourcePicker({ source, onChange, hasEditor }: SourcePickerProps) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  async function choose(file: File | undefined) {
    if (!file) return
    setProblem(null)
    try {
      onChange(await readPicture(file, file.name))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This picture cannot be read.')
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }
  if (source)
    return (
      <div className="flex items-center gap-3 rounded-md border border-line p-2">
        {!hasEditor && (
          // biome-ignore lint/performance/noImgElement: a file of the browser's own
          <img src={source.url} alt="The source" className="size-12 rounded-sm object-cover" />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm text-ink">{source.name}</p>
          <p className="text-xs text-faint">
            {source.width} × {source.height}
          </p>
        </div>
        <Button variant="ghost" size="icon-sm" aria-label="Remove the source" onClick={() => onChange(null)}>
          <X aria-hidden="true" />
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-1.5">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-8 text-center text-sm text-muted focus-within:border-accent hover:bg-hover',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span>
          <span className="font-medium text-ink">Choose a picture</span> or drop it here
        </span>
        <span className="text-xs text-faint">PNG, JPEG or WebP, up to 25 MB. Pasting works too.</span>
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          className="sr-only"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </label>
      {problem && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}

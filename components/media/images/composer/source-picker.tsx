'use client'

import { ImageUp, X } from 'lucide-react'
import { useState } from 'react'
import { FileDrop } from '@/components/forms/file-drop'
import { Button } from '@/components/ui/button'
import type { SourcePicture } from '../draft'

type SourcePickerProps = {
  source: SourcePicture | null
  onChange: (source: SourcePicture | null) => void
  /** The editor below shows the image. */
  hasEditor: boolean
}

export function SourcePicker({ source, onChange, hasEditor }: SourcePickerProps) {
  const [problem, setProblem] = useState<string | null>(null)
  async function choose(file: File | undefined) {
    if (!file) return
    setProblem(null)
    try {
      onChange(await readPicture(file, file.name))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This image could not be read.')
    }
  }
  if (source) return <ChosenSource source={source} hasEditor={hasEditor} onRemove={() => onChange(null)} />
  return (
    <div className="flex flex-col gap-1.5">
      <FileDrop
        accept={PICTURE_TYPES.join(',')}
        className="px-4 py-8"
        onFiles={([file]) => void choose(file)}
      >
        <ImageUp className="size-5" aria-hidden="true" />
        <span>
          <span className="font-medium text-foreground">Choose an image</span> or drop it here
        </span>
        <span className="text-xs text-faint-foreground">
          PNG, JPEG or WebP, up to 25 MB. You can also paste.
        </span>
      </FileDrop>
      {problem && (
        <p role="alert" className="text-xs text-destructive-text">
          {problem}
        </p>
      )}
    </div>
  )
}

type ChosenSourceProps = { source: SourcePicture; hasEditor: boolean; onRemove: () => void }

function ChosenSource({ source, hasEditor, onRemove }: ChosenSourceProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-border p-2">
      {!hasEditor && (
        // biome-ignore lint/performance/noImgElement: an object URL
        <img src={source.url} alt="Source" className="size-12 rounded-sm object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left text-sm text-foreground">
          {source.name}
        </p>
        <p className="text-xs text-faint-foreground">
          {source.width} × {source.height}
        </p>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label="Remove source image" onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']
const MAX_BYTES = 25 * 1024 * 1024

/** Reads a chosen file as an image. Throws an Error with a message for the user. */
export async function readPicture(file: Blob, name: string): Promise<SourcePicture> {
  if (!PICTURE_TYPES.includes(file.type)) throw new Error('Choose a PNG, JPEG or WebP image.')
  if (file.size > MAX_BYTES) throw new Error('Images can be up to 25 MB.')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw new Error('This image could not be read.')
  }
  return { file, url, width: image.naturalWidth, height: image.naturalHeight, name }
}

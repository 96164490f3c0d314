'use client'

import { AudioLines, Film, ImageOff, ImageUp, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FileDrop } from '@/components/forms/file-drop'
import { cn } from '@/components/ui/cn'
import { shapesOf, uploadMedia } from '@/lib/client/api-client'
import type { KeptMedia, MAX_MEDIA_BYTES } from '@/lib/work/objects/schema'
import type { SourceMedia } from '../draft'

type DropZoneProps = {
  label: string
  hint: ReactNode
  types: readonly SourceType[]
  /** The maximum number of files. */
  most: number
  onMedia: (media: SourceMedia) => void
}

/** Uploads source files of a video. */
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
        <span className="font-medium text-foreground">{label}</span>
        {progress === null ? (
          <span className="text-xs text-faint-foreground">{hint}</span>
        ) : (
          <span className="flex w-full max-w-40 flex-col gap-1.5 text-xs tabular-nums" role="status">
            Uploading… {Math.round(progress * 100)}%
            <span
              className="h-1 overflow-hidden rounded-full bg-secondary forced-color-adjust-none"
              aria-hidden="true"
            >
              <span className="block h-full bg-brand" style={{ width: `${progress * 100}%` }} />
            </span>
          </span>
        )}
      </FileDrop>
      {problem && (
        <p role="alert" className="text-xs break-words text-destructive-text">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Uploads files one after the other. `progress`: of the current file, 0 to 1. */
function useUpload(types: readonly SourceType[], onDone: (media: SourceMedia) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function upload(files: readonly File[]): Promise<void> {
    setProblem(null)
    try {
      for (const file of files) {
        setProgress(0)
        onDone(await uploadSource(file, types, setProgress))
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be uploaded.')
    }
    setProgress(null)
  }
  return { upload, progress, problem }
}

export type SourceType = SourceMedia['type']

const typeNames = { image: 'image', video: 'video', audio: 'audio file' }

/** As in the schema, of which only the types are bundled. */
const mostBytes: typeof MAX_MEDIA_BYTES = 209_715_200
const mimeTypes: readonly KeptMedia['mime_type'][] = [
  ...(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/tiff'] as const),
  ...(['video/mp4', 'video/quicktime', 'audio/mpeg', 'audio/wav'] as const),
]
const mediaShape = shapesOf<typeof import('@/lib/work/objects/schema')>()

/** The MIME types of some types of media, as an input's `accept`. */
function acceptedTypes(types: readonly SourceType[]): string {
  return mimeTypes.filter((mime) => types.some((type) => mime.startsWith(`${type}/`))).join(',')
}

/** Uploads a file, which is kept for a day. Throws an Error with a message for the user. */
export async function uploadSource(
  file: File,
  types: readonly SourceType[],
  onProgress: (part: number) => void,
): Promise<SourceMedia> {
  const type = types.find((one) => file.type.startsWith(`${one}/`))
  if (type === undefined || !mimeTypes.some((mime) => mime === file.type))
    throw new Error(`“${file.name}” is not a supported ${types.map((one) => typeNames[one]).join(' or ')}.`)
  if (file.size > mostBytes) throw new Error('Files can be up to 200 MB.')
  const { url } = await uploadMedia(file, { reply: mediaShape('KeptMedia'), onProgress })
  return { type, url, preview: type === 'image' ? url : null, name: file.name }
}

type SourceThumbProps = { media: SourceMedia; alt: string; className?: string }

/** The preview of an image; an icon for videos, audio and images without a preview. */
export function SourceThumb({ media, alt, className }: SourceThumbProps) {
  const [lost, setLost] = useState<string | null>(null)
  if (media.preview !== null && lost !== media.preview)
    return (
      // biome-ignore lint/performance/noImgElement: a link of ours, shown as it is
      <img src={media.preview} alt={alt} className={className} onError={() => setLost(media.preview)} />
    )
  const Icon = lost ? ImageOff : iconOf(media)
  return (
    <span
      className={cn('grid place-items-center text-faint-foreground', className)}
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}

function iconOf({ type }: SourceMedia) {
  if (type === 'video') return Film
  return type === 'audio' ? AudioLines : UserRound
}

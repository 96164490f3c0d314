'use client'

import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'
import { DialogBody } from '@/components/ui/dialog'
import { uploadMedia } from '@/lib/client/upload-media'
import { KeptMedia } from '@/lib/objects/schema'
import { createAssetMutation } from '@/lib/portraits/queries'
import { assetTypeOf } from './asset-type-of'

const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/bmp,image/tiff,image/gif,video/mp4,video/quicktime,audio/mpeg,audio/wav'
const NAME_LENGTH = 64

/** Files go to our own storage first; their link there is what the asset is made from. */
export function AddByFile({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const id = useId()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const create = useMutation(createAssetMutation())

  async function addAll(files: FileList | null) {
    const chosen = [...(files ?? [])]
    setProblem(null)
    try {
      for (const [index, file] of chosen.entries()) {
        const type = assetTypeOf(file.type)
        if (type === null)
          throw new Error(`${file.name} is neither a picture, a video nor a sound that can be used.`)
        const { url } = await uploadMedia(file, {
          reply: KeptMedia,
          onProgress: (part) => setProgress((index + part) / chosen.length),
        })
        const Name = file.name.replace(/\.[^.]+$/, '').slice(0, NAME_LENGTH)
        await create.mutateAsync({ GroupId: groupId, URL: url, AssetType: type, Name })
      }
      if (chosen.length > 0) onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be uploaded.')
    }
    setProgress(null)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    addAll(event.dataTransfer.files)
  }

  return (
    <DialogBody className="pt-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-10 text-center text-sm text-muted transition-colors duration-100 focus-within:border-accent hover:border-line-strong hover:bg-hover',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <Upload className="size-5" aria-hidden="true" />
        {progress === null ? (
          <span>
            <span className="font-medium text-ink">Choose files</span> or drop them here
          </span>
        ) : (
          <span role="status">Uploading, {Math.round(progress * 100)} %</span>
        )}
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPTED}
          className="sr-only"
          disabled={progress !== null}
          onChange={(event) => addAll(event.target.files)}
        />
      </label>
    </DialogBody>
  )
}

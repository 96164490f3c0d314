'use client'

import { Upload } from 'lucide-react'
import { FileDrop } from '@/components/forms/file-drop'
import { Alert } from '@/components/ui/alert'
import { DialogBody } from '@/components/ui/dialog'
import { useAddFiles } from './use-add-files'

const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/tiff,image/gif,video/mp4,video/quicktime,audio/mpeg,audio/wav'

/** Files go to our own storage first; their link there is what the asset is made from. */
export function AddByFile({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const { addAll, progress, problem } = useAddFiles(groupId, onDone)
  return (
    <DialogBody className="pt-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <FileDrop
        accept={ACCEPTED}
        multiple
        disabled={progress !== null}
        className="px-6 py-10"
        onFiles={(files) => void addAll(files)}
      >
        <Upload className="size-5" aria-hidden="true" />
        {progress === null ? (
          <span>
            <span className="font-medium text-ink">Choose files</span> or drop them here
          </span>
        ) : (
          <span role="status">Uploading, {Math.round(progress * 100)} %</span>
        )}
      </FileDrop>
    </DialogBody>
  )
}

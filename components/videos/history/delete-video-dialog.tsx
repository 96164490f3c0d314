'use client'

import { DeleteTaskDialog } from '@/components/studio/delete-task-dialog'
import { deleteVideoMutation } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'

type DeleteVideoDialogProps = { record: VideoRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteVideoDialog({ record, onClose, onDeleted }: DeleteVideoDialogProps) {
  return (
    <DeleteTaskDialog
      id={record?.id ?? null}
      mutation={deleteVideoMutation()}
      title="Delete this video?"
      description="The video and its links are gone at once. What it cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

'use client'

import { DeleteTaskDialog } from '@/components/studio/delete-task-dialog'
import { deleteImageMutation } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'

type DeleteImageDialogProps = { record: ImageRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteImageDialog({ record, onClose, onDeleted }: DeleteImageDialogProps) {
  const count = record?.images.length ?? 1
  return (
    <DeleteTaskDialog
      id={record?.id ?? null}
      mutation={deleteImageMutation()}
      title={count > 1 ? `Delete ${count} pictures?` : 'Delete this picture?'}
      description="The pictures and their links are gone at once. What they cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}

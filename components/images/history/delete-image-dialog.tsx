'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { deleteImageMutation } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'

type DeleteImageDialogProps = { record: ImageRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteImageDialog({ record, onClose, onDeleted }: DeleteImageDialogProps) {
  const remove = useMutation(deleteImageMutation())
  const count = record?.images.length ?? 1
  function confirm() {
    if (!record) return
    remove.mutate(record.id, {
      onSuccess: () => {
        toast.success('Deleted')
        onClose()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      open={record !== null}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title={count > 1 ? `Delete ${count} pictures?` : 'Delete this picture?'}
      description="The pictures and their links are gone at once. What they cost stays in your usage."
      confirmLabel="Delete"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}

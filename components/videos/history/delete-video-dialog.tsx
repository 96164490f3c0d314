'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { deleteVideoMutation } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'

type DeleteVideoDialogProps = { record: VideoRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteVideoDialog({ record, onClose, onDeleted }: DeleteVideoDialogProps) {
  const remove = useMutation(deleteVideoMutation())
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
      title="Delete this video?"
      description="The video and its links are gone at once. What it cost stays in your usage."
      confirmLabel="Delete"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}

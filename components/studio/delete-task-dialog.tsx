'use client'

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

type DeleteTaskDialogProps<Deleted> = {
  /** What is to be deleted; null: the dialog is closed. */
  id: string | null
  mutation: UseMutationOptions<Deleted, Error, string>
  title: string
  description: string
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Asks before a task and all that came of it is deleted. */
export function DeleteTaskDialog<Deleted>(props: DeleteTaskDialogProps<Deleted>) {
  const { id, mutation, title, description, onClose, onDeleted } = props
  const remove = useMutation(mutation)
  function confirm() {
    if (id === null) return
    remove.mutate(id, {
      onSuccess: () => {
        toast.success('Deleted')
        onClose()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      open={id !== null}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title={title}
      description={description}
      confirmLabel="Delete"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}

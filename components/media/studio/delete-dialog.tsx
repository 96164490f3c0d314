'use client'

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'

type DeleteDialogProps<Deleted> = {
  /** What to delete; undefined: the dialog is closed. */
  id: string | undefined
  mutation: UseMutationOptions<Deleted, Error, string>
  title: string
  description: ReactNode
  confirmLabel?: string
  /** The toast after deleting. */
  done?: string
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Confirms, and deletes. */
export function DeleteDialog<Deleted>(props: DeleteDialogProps<Deleted>) {
  const { id, mutation, title, description, confirmLabel = 'Delete', onClose, onDeleted } = props
  const remove = useMutation(mutation)
  function confirm() {
    if (id === undefined) return
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(props.done ?? 'Deleted')
        onClose()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      open={id !== undefined}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}

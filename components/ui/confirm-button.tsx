'use client'

import { Slot } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { Button } from './button'
import type { ConfirmDialogProps } from './confirm-window'
import { toast } from './toast'
import { ConfirmDialog } from './when-opened'

type ConfirmButtonProps<Variables> = Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel'> & {
  button: ReactElement
  /** The mutation to confirm. */
  change: {
    mutate: (variables: Variables, options: { onSuccess: () => void }) => void
    reset: () => void
    isPending: boolean
    error: Error | null
  }
  variables: Variables
  /** The toast on success. */
  done: string
  onDone?: (() => void) | undefined
}

/** A button that asks for confirmation before it removes something. */
export function ConfirmButton<Variables>(props: ConfirmButtonProps<Variables>) {
  const { button, change, variables, done, onDone, ...text } = props
  const [asking, setAsking] = useState(false)
  const ask = () => {
    change.reset()
    setAsking(true)
  }
  const onSuccess = () => {
    setAsking(false)
    toast.success(done)
    onDone?.()
  }
  return (
    <>
      <Slot.Root onClick={ask}>{button}</Slot.Root>
      <ConfirmDialog
        {...text}
        open={asking}
        onOpenChange={setAsking}
        danger
        loading={change.isPending}
        error={change.error?.message}
        onConfirm={() => change.mutate(variables, { onSuccess })}
      />
    </>
  )
}

type RowActionsProps<Variables> = Omit<ConfirmButtonProps<Variables>, 'button'> & {
  name: string
  onEdit: () => void
}

/** The buttons of a row: to change it, and to delete it after a confirmation. */
export function RowActions<Variables>({ name, onEdit, ...confirm }: RowActionsProps<Variables>) {
  return (
    <div className="flex gap-2">
      <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={onEdit}>
        Change
      </Button>
      <ConfirmButton
        button={
          <Button size="sm" variant="destructive-outline" aria-label={`Delete ${name}`}>
            Delete
          </Button>
        }
        {...confirm}
      />
    </div>
  )
}

'use client'

import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { DialogFooter, DialogHeader, scrimStyle, useFocusReturn } from './dialog'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The verb of the button that opened it: “Revoke key”. */
  confirmLabel: string
  danger?: boolean
  loading?: boolean
  error?: string | undefined
  onConfirm: () => void
}

/** Asks before something that cannot be undone. The caller closes it. */
export function ConfirmWindow({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  danger,
  loading,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn({})
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* Also above another dialog. */}
        <AlertDialog.Overlay className={cn(scrimStyle, 'z-50')} />
        <AlertDialog.Content
          {...focusReturn}
          className={cn(
            'fixed z-50 flex flex-col border-border bg-popover shadow-pop outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-t max-sm:data-[state=open]:animate-slide-in-bottom max-sm:data-[state=closed]:animate-slide-out-bottom',
            'sm:top-[18vh] sm:left-1/2 sm:w-full sm:max-w-md sm:-translate-x-1/2 sm:rounded-xl sm:border sm:data-[state=open]:animate-fade-in sm:data-[state=closed]:animate-fade-out',
          )}
        >
          <DialogHeader className="pr-5">
            <AlertDialog.Title className="text-md font-semibold text-foreground">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="text-sm text-muted-foreground">{description}</div>
            </AlertDialog.Description>
            {error && (
              <p role="alert" className="mt-2 text-sm text-destructive-text">
                {error}
              </p>
            )}
          </DialogHeader>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button variant="outline">Cancel</Button>
            </AlertDialog.Cancel>
            <Button
              variant={danger ? 'destructive' : 'default'}
              loading={loading ?? false}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

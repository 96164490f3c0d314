import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { MissingTask } from './missing-task'

type TaskDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** What is shown: “picture”, “video”. */
  what: string
  title: string
  /** Why there is nothing to show; null while it is still being asked for. */
  reason: string | null
  onKeyDown?: (event: KeyboardEvent) => void
  /** The task, large; null where there is nothing to show of it. */
  children: ReactNode
}

/** A task, large, or what stands in its place. */
export function TaskDialog(props: TaskDialogProps) {
  const { isOpen, onClose, what, title, reason, onKeyDown, children } = props
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      {isOpen && !children && (
        <DialogContent aria-describedby={undefined}>
          <MissingTask what={what} reason={reason} onClose={onClose} />
        </DialogContent>
      )}
      {isOpen && children && (
        <DialogContent
          className="sm:top-6 sm:max-h-[calc(100dvh-3rem)] sm:max-w-6xl"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
        >
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
        </DialogContent>
      )}
    </Dialog>
  )
}

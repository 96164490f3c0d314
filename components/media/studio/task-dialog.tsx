import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'

type TaskDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** “image”, “video”. */
  what: string
  title: string
  /** Why there is nothing to show; null while loading. */
  reason: string | null
  onKeyDown?: (event: KeyboardEvent) => void
  /** The opened task; null if there is nothing to show. */
  children: ReactNode
}

/** The dialog of an opened task. */
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

type MissingTaskProps = {
  /** “image”, “video”. */
  what: string
  /** Why there is nothing to show; null while loading. */
  reason: string | null
  onClose: () => void
}

/** The placeholder while a task loads, or the reason why it cannot be shown. */
function MissingTask({ what, reason, onClose }: MissingTaskProps) {
  if (reason === null)
    return (
      <>
        <DialogTitle className="sr-only">Loading the {what}</DialogTitle>
        <Skeleton className="m-5 mt-12 aspect-video h-auto" />
      </>
    )
  return (
    <>
      <DialogHeader>
        <DialogTitle>This {what} can’t be shown</DialogTitle>
      </DialogHeader>
      <DialogBody>
        <p className="text-sm text-muted-foreground">{reason}</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}

type PromptTextProps = {
  prompt: string | null
  /** Shown if there is no prompt. */
  otherwise?: string
  children?: ReactNode
}

/** A full prompt, which scrolls and can be copied. */
export function PromptText({ prompt, otherwise, children }: PromptTextProps) {
  return (
    <div>
      <div className="flex h-7 items-center gap-1 pr-8 text-xs text-faint-foreground">
        Prompt
        {prompt && <CopyButton value={prompt} what="prompt" />}
      </div>
      <ScrollRegion className="max-h-44 overflow-y-auto">
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap text-foreground">
          {prompt ?? otherwise}
        </p>
      </ScrollRegion>
      {children}
    </div>
  )
}

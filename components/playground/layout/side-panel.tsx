import type { ReactNode } from 'react'
import { DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { focusWindow } from '@/components/ui/focus-window'
import { Sheet, SheetContent } from '@/components/ui/sheet'

type SidePanelProps = {
  title: string
  side: 'left' | 'right'
  docked: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Beside the conversation where there is room, else a drawer over it. */
export function SidePanel({ title, side, docked, open, onClose, children }: SidePanelProps) {
  if (!docked) {
    return (
      <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
        <SheetContent
          side={side}
          className="w-[min(22rem,calc(100vw-2.5rem))]"
          aria-describedby={undefined}
          onOpenAutoFocus={focusWindow}
        >
          <DialogHeader className="border-b border-line px-4 pb-4">
            <DialogTitle className="text-sm">{title}</DialogTitle>
          </DialogHeader>
          <div className="quiet-scroll flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
        </SheetContent>
      </Sheet>
    )
  }
  if (!open) return null
  return (
    <aside
      aria-label={title}
      className={
        side === 'left'
          ? 'flex w-60 shrink-0 flex-col border-r border-line'
          : 'quiet-scroll flex w-72 shrink-0 flex-col overflow-y-auto border-l border-line'
      }
    >
      {children}
    </aside>
  )
}

import type { ReactNode } from 'react'
import { DialogHeader, DialogTitle, focusWindow } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'

export type DrawerProps = {
  title: string
  side: 'left' | 'right'
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A side panel over the conversation, where there is no room next to it. */
export function Drawer({ title, side, open, onClose, children }: DrawerProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent
        side={side}
        className="w-[min(22rem,calc(100vw-2.5rem))]"
        aria-describedby={undefined}
        onOpenAutoFocus={focusWindow}
      >
        <DialogHeader className="border-b border-border px-4 pb-4">
          <DialogTitle className="text-sm">{title}</DialogTitle>
        </DialogHeader>
        <div className="quiet-scroll flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
      </SheetContent>
    </Sheet>
  )
}

'use client'

import type { ReactNode } from 'react'
import { DialogBody, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { Logo } from './brand'

type PhoneSheetProps = { open: boolean; side: 'left' | 'right'; onClose: () => void; children: ReactNode }

/** A drawer with the list of pages, for narrow screens. */
export function PhoneSheet({ open, side, onClose, children }: PhoneSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent side={side} className="w-72" aria-describedby={undefined}>
        <div className="flex h-13 shrink-0 items-center px-4 pointer-coarse:h-16">
          <Logo />
          <DialogTitle className="sr-only">Menu</DialogTitle>
        </div>
        <DialogBody className="overscroll-contain px-2 pt-2">{children}</DialogBody>
      </SheetContent>
    </Sheet>
  )
}

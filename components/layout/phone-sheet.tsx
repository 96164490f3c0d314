'use client'

import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/brand'
import { DialogBody, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'

type PhoneSheetProps = { open: boolean; side: 'left' | 'right'; onClose: () => void; children: ReactNode }

/** The list of pages on a narrow screen, in a drawer. */
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

'use client'

import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent, SheetTrigger } from '@/components/ui/sheet'
import { ConsoleNavList } from './console-nav-list'
import { Logo } from './logo'

/** The sidebar of narrow screens. */
export function PhoneNav({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" className="-ml-2 md:hidden" aria-label="Menu">
          <Menu aria-hidden="true" />
        </Button>
      </SheetTrigger>
      <SheetContent side="left" className="w-72" aria-describedby={undefined}>
        <div className="flex h-13 items-center px-4 pointer-coarse:h-16">
          <Logo />
          <DialogTitle className="sr-only">Menu</DialogTitle>
        </div>
        <DialogBody className="px-2 pt-2">
          <ConsoleNavList isOperator={isOperator} onNavigate={() => setOpen(false)} />
        </DialogBody>
      </SheetContent>
    </Sheet>
  )
}

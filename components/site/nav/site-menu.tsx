'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent, SheetTrigger } from '@/components/ui/sheet'
import { paths } from '@/lib/client/paths'
import { SiteNavLinks } from './site-nav-links'

/** The bar's links on narrow screens. */
export function SiteMenu({ signedIn }: { signedIn: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" className="-mr-2 md:hidden" aria-label="Menu">
          <Menu aria-hidden="true" />
        </Button>
      </SheetTrigger>
      <SheetContent side="right" className="w-72" aria-describedby={undefined}>
        <div className="flex h-14 items-center px-5">
          <Logo />
          <DialogTitle className="sr-only">Menu</DialogTitle>
        </div>
        <DialogBody className="flex flex-col gap-4 px-3 pt-2">
          <nav aria-label="Site">
            <SiteNavLinks way="list" onNavigate={close} />
          </nav>
          {!signedIn && (
            <Button asChild className="mx-2">
              <Link href={paths.signIn} onClick={close}>
                Sign in
              </Link>
            </Button>
          )}
        </DialogBody>
      </SheetContent>
    </Sheet>
  )
}

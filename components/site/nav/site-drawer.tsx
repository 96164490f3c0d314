'use client'

import Link from 'next/link'
import type { RefObject } from 'react'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { paths } from '@/lib/client/paths'
import { SiteNavLinks } from './site-nav-links'

type SiteDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  signedIn: boolean
  /** What opened it, and has the focus again when it is closed. */
  trigger: RefObject<HTMLButtonElement | null>
}

/** The bar's links, in a drawer. */
export function SiteDrawer({ open, onOpenChange, signedIn, trigger }: SiteDrawerProps) {
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        side="right"
        className="w-72"
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          trigger.current?.focus()
        }}
      >
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
              <Link href={paths.signIn} prefetch={false} onClick={close}>
                Sign in
              </Link>
            </Button>
          )}
        </DialogBody>
      </SheetContent>
    </Sheet>
  )
}

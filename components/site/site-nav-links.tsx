'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Logo } from '@/components/layout/logo'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent, SheetTrigger } from '@/components/ui/sheet'
import { paths } from '@/lib/client/paths'
import { isCurrentSection, siteNav } from './site-nav'

type SiteNavLinksProps = {
  /** Along the bar, or one below the other in the phone's drawer. */
  way: 'bar' | 'list'
  onNavigate?: (() => void) | undefined
}

export function SiteNavLinks({ way, onNavigate }: SiteNavLinksProps) {
  const pathname = usePathname()
  return (
    <ul className={cn('flex', way === 'bar' ? 'items-center gap-1' : 'flex-col gap-px')}>
      {siteNav.map(({ label, href }) => {
        const current = isCurrentSection(href, pathname)
        return (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              onClick={() => onNavigate?.()}
              aria-current={current ? 'page' : undefined}
              className={cn(
                'flex h-8 items-center rounded-md px-2.5 text-sm transition-colors duration-100 pointer-coarse:h-11',
                current ? 'font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                current && way === 'list' && 'bg-selected',
              )}
            >
              {label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type SiteMenuProps = {
  /** Where the bar itself has no room for it. */
  withSignIn: boolean
}

/** The bar's links on narrow screens, in a drawer. */
export function SiteMenu({ withSignIn }: SiteMenuProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" className="-mr-2 md:hidden" aria-label="Menu">
          <Menu aria-hidden="true" />
        </Button>
      </SheetTrigger>
      <SheetContent className="w-72 overflow-y-auto overscroll-contain" aria-describedby={undefined}>
        <div className="flex h-14 shrink-0 items-center px-5">
          <Logo />
          <DialogTitle className="sr-only">Menu</DialogTitle>
        </div>
        <div className="flex flex-col gap-4 px-3 pt-2 pb-5">
          <nav aria-label="Site">
            <SiteNavLinks way="list" onNavigate={close} />
          </nav>
          {withSignIn && (
            <Button asChild className="mx-2">
              <Link href={paths.signIn} prefetch={false} onClick={close}>
                Sign in
              </Link>
            </Button>
          )}
        </div>
      </SheetContent>
    </Sheet>
  )
}

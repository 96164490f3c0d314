'use client'

import { Menu } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { usePendingPath } from '@/components/layout/navigation'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { whenOpened } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'
import { isCurrentSection, siteNav } from './site-nav'

type SiteNavLinksProps = {
  /** In the bar, or stacked in the drawer of phones. */
  layout: 'bar' | 'list'
  onNavigate?: (() => void) | undefined
}

export function SiteNavLinks({ layout, onNavigate }: SiteNavLinksProps) {
  const pathname = usePathname()
  const pending = usePendingPath(0)
  return (
    <ul className={cn('flex', layout === 'bar' ? 'items-center gap-1' : 'flex-col gap-px')}>
      {siteNav.map(({ label, href }) => {
        const current = isCurrentSection(href, pending ?? pathname)
        return (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              onClick={() => onNavigate?.()}
              aria-current={current ? 'page' : undefined}
              className={cn(
                'flex h-8 items-center rounded-md px-2.5 text-sm transition-colors duration-100 pointer-coarse:h-11',
                current
                  ? 'font-medium text-foreground'
                  : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                current && layout === 'list' && 'bg-secondary',
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
  /** If the bar has no room for it. */
  withSignIn: boolean
}

const PhoneSheet = whenOpened(() =>
  import('@/components/layout/phone-sheet').then((module) => module.PhoneSheet),
)

/** The links of the bar in a drawer, for narrow screens. */
export function SiteMenu({ withSignIn }: SiteMenuProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="-mr-2 md:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" />
      </Button>
      <PhoneSheet open={open} side="right" onClose={close}>
        <nav aria-label="Site">
          <SiteNavLinks layout="list" onNavigate={close} />
        </nav>
        {withSignIn && (
          <Button variant="outline" asChild className="mx-2">
            <Link href={paths.signIn} prefetch={false} onClick={close}>
              Sign in
            </Link>
          </Button>
        )}
      </PhoneSheet>
    </>
  )
}

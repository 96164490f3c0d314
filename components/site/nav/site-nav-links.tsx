'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '@/components/ui/cn'
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

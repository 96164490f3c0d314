'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '@/components/ui/cn'
import { consoleNav, isCurrentPage, operatorNav } from './console-nav'

type ConsoleNavListProps = { isOperator: boolean; onNavigate?: () => void }

/** The list of pages; the same in the sidebar and in the phone's drawer. */
export function ConsoleNavList({ isOperator, onNavigate }: ConsoleNavListProps) {
  const pathname = usePathname()
  const groups = isOperator ? [...consoleNav, operatorNav] : consoleNav
  return (
    <nav aria-label="Console" className="flex flex-col gap-5">
      {groups.map((group) => (
        <div key={group.label ?? 'main'}>
          {group.label && <p className="mb-1 px-2 text-xs text-faint">{group.label}</p>}
          <ul className="flex flex-col gap-px">
            {group.items.map(({ label, href, icon: Icon }) => {
              const current = isCurrentPage(href, pathname)
              return (
                <li key={href}>
                  <Link
                    href={href}
                    aria-current={current ? 'page' : undefined}
                    {...(onNavigate ? { onClick: onNavigate } : {})}
                    className={cn(
                      'flex h-7.5 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100 pointer-coarse:h-11',
                      current
                        ? 'bg-selected font-medium text-ink'
                        : 'text-muted hover:bg-hover hover:text-ink',
                    )}
                  >
                    <Icon className={cn('size-4', current ? 'text-ink' : 'text-faint')} aria-hidden="true" />
                    {label}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

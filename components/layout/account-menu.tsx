'use client'

import { BookOpen, CreditCard, LogOut, Settings } from 'lucide-react'
import Link from 'next/link'
import { useTheme } from 'next-themes'
import type { ReactElement } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { paths } from '@/lib/client/paths'
import type { AccountProps } from './account-button'
import { leaveAllTabs } from './session-tabs'
import { themes } from './theme-provider'

export type AccountMenuProps = AccountProps & { button: ReactElement }

/** Loaded when it is opened, so it starts open. */
export function AccountMenu({ button, name, email }: AccountMenuProps) {
  const { theme, setTheme } = useTheme()
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="px-2 py-1.5">
          <p dir="auto" className="truncate text-left font-medium" title={name}>
            {name}
          </p>
          <p className="truncate text-xs text-faint-foreground" title={email}>
            {email}
          </p>
        </div>
        <DropdownMenuSeparator />
        {pages.map(({ label, href, Icon }) => (
          <DropdownMenuItem key={href} asChild>
            <Link href={href}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme ?? 'system'} onValueChange={setTheme}>
          {themes.map(({ value, label, Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void leaveAllTabs(paths.signIn, endSession)}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

const pages = [
  { label: 'Settings', href: paths.settings, Icon: Settings },
  { label: 'Billing', href: paths.billing, Icon: CreditCard },
  { label: 'Docs', href: paths.docs, Icon: BookOpen },
]

async function endSession(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ redirect: false })
}

'use client'

import { LogOut } from 'lucide-react'
import { useTheme } from 'next-themes'
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
import { AccountButton, type AccountProps, openSessionChannel } from './account-button'
import { themes } from './theme-provider'

/** Loaded when it is opened, so it starts open. */
export function AccountMenu({ name, email }: AccountProps) {
  const { theme, setTheme } = useTheme()
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <AccountButton name={name} email={email} />
      </DropdownMenuTrigger>
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
        <DropdownMenuItem onSelect={() => void leaveAllTabs()}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

async function leaveAllTabs(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  await signOut({ redirect: false })
  const channel = openSessionChannel()
  channel?.postMessage('')
  channel?.close()
  window.location.assign(paths.signIn)
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import Link from 'next/link'
import { signOut } from 'next-auth/react'
import { useTheme } from 'next-themes'
import { type ReactNode, useEffect } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
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
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip } from '@/components/ui/tooltip'
import { balanceQuery } from '@/lib/billing/queries'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { CommandButton } from './command-button'
import { ConsoleNavList, PhoneNav } from './console-nav'
import { ConsoleProviders } from './console-providers'
import { Logo } from './logo'
import { PendingPage } from './navigation'
import { NeedsScript } from './needs-script'
import { themes } from './theme-provider'

type ConsoleShellProps = {
  userId: string
  name: string
  email: string
  isOperator: boolean
  isSuspended: boolean
  children: ReactNode
}

/** Bar above (3rem, `--shell-bar`), sidebar beside, the page in the rest. */
export function ConsoleShell({ userId, name, email, isOperator, isSuspended, children }: ConsoleShellProps) {
  return (
    <ConsoleProviders>
      <SessionWatch userId={userId} />
      <a
        href="#page"
        className="sr-only z-50 rounded-md bg-primary px-3 py-2 text-sm text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-(--shell-bar) items-center gap-3 border-b border-line bg-canvas px-4 md:pr-3 md:pl-5">
        <PhoneNav isOperator={isOperator} />
        <Link href={paths.console} className="press-line flex rounded-sm">
          <Logo page="overview" />
        </Link>
        <div className="ml-auto flex items-center gap-2">
          <CommandButton isOperator={isOperator} />
          <BalanceChip />
          <AccountMenu name={name} email={email} />
        </div>
      </header>
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <aside className="sticky top-(--shell-bar) hidden h-[calc(100dvh-var(--shell-bar))] overflow-y-auto p-3 md:block">
          <ConsoleNavList isOperator={isOperator} />
        </aside>
        <main
          id="page"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--shell-bar))] min-w-0 border-line outline-none md:border-l"
        >
          <NeedsScript className="px-4 pt-4 sm:px-6 lg:px-8" />
          {isSuspended && <SuspendedNotice />}
          <PendingPage>{children}</PendingPage>
        </main>
      </div>
    </ConsoleProviders>
  )
}

/** Above every page of an account that an operator closed. */
function SuspendedNotice() {
  return (
    <div className="px-4 pt-4 sm:px-6 lg:px-8">
      <Alert tone="warning" title="This account is suspended" className="mx-auto max-w-6xl">
        Its API keys open nothing and nothing can be changed here. Work that was under way is finished. Ask
        the operator of this service.
      </Alert>
    </div>
  )
}

/** What can still be spent, in sight on every page. */
function BalanceChip() {
  const { data, isError } = useQuery(balanceQuery())
  if (isError) return null
  if (!data) return <Skeleton className="h-4 w-16" />
  return (
    <Tooltip
      side="bottom"
      content={
        <span className="figures">
          {formatMoney(data.available, 'exact')} can be spent, {formatMoney(data.held, 'exact')} held for
          requests under way
        </span>
      }
    >
      <span className="figures flex items-baseline gap-1.5 rounded-sm px-1 text-sm">
        <span className="text-faint max-sm:sr-only">Balance</span>
        <span className="font-medium text-ink" data-testid="balance">
          {formatMoney(data.available, 'balance')}
        </span>
      </span>
    </Tooltip>
  )
}

type AccountMenuProps = { name: string; email: string }

function AccountMenu({ name, email }: AccountMenuProps) {
  const { theme, setTheme } = useTheme()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="rounded-full">
          <span
            aria-hidden="true"
            className="grid size-6.5 place-items-center rounded-full border border-line-strong bg-surface text-2xs font-semibold text-ink"
          >
            {initials(name, email)}
          </span>
          <span className="sr-only">Account</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="px-2 py-1.5">
          <p dir="auto" className="truncate text-left font-medium" title={name}>
            {name}
          </p>
          <p className="truncate text-xs text-faint" title={email}>
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
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

async function leave(): Promise<void> {
  await signOut({ redirect: false })
  const channel = openSessionChannel()
  channel?.postMessage('')
  channel?.close()
  window.location.assign(paths.signIn)
}

function initials(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0] ?? email]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/**
 * The tabs of a browser share one session. When another of them is signed in as somebody else, or nobody is any more, this one
 * is drawn anew: it must not show one person and act for another.
 */
function SessionWatch({ userId }: { userId: string }) {
  useEffect(() => {
    const channel = openSessionChannel()
    channel?.addEventListener('message', ({ data }) => {
      if (data !== userId) window.location.reload()
    })
    channel?.postMessage(userId)
    return () => channel?.close()
  }, [userId])
  return null
}

/** Where the tabs of a browser tell each other who is signed in, by the id of the user; '' is nobody. Null where there is none. */
function openSessionChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-session')
}

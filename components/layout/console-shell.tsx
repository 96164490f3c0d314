'use client'

import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip } from '@/components/ui/tooltip'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'
import { AccountButton, type AccountProps, SessionWatch } from './account-button'
import { Logo } from './brand'
import { ConsoleNavList, PhoneNav } from './console-nav'
import { ConsoleProviders } from './console-providers'
import { NeedsScript, SkipLink } from './page'
import { PendingPage } from './page-skeleton'

type ConsoleShellProps = {
  userId: string
  name: string
  email: string
  isOperator: boolean
  isSuspended: boolean
  children: ReactNode
}

/** The frame of the console: a bar (`--shell-bar`), a sidebar, and the page. */
export function ConsoleShell({ userId, name, email, isOperator, isSuspended, children }: ConsoleShellProps) {
  return (
    <ConsoleProviders>
      <SessionWatch userId={userId} />
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-(--shell-bar) items-center gap-3 border-b border-border bg-background px-4 md:pr-3 md:pl-5">
        <PhoneNav isOperator={isOperator} />
        <Link href={paths.console} className="press-line flex rounded-sm">
          <Logo page="overview" />
        </Link>
        <div className="ml-auto flex items-center gap-2">
          <CommandButton isOperator={isOperator} />
          <BalanceChip />
          <Account name={name} email={email} />
        </div>
      </header>
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <aside className="sticky top-(--shell-bar) hidden h-[calc(100dvh-var(--shell-bar))] overflow-y-auto p-3 [scrollbar-color:var(--border-strong)_transparent] [scrollbar-width:thin] md:block">
          <ConsoleNavList isOperator={isOperator} />
        </aside>
        <main
          id="page"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--shell-bar))] min-w-0 border-border outline-none md:border-l"
        >
          <NeedsScript className="px-4 pt-4 sm:px-6 lg:px-8" />
          {isSuspended && <SuspendedNotice />}
          <PendingPage>{children}</PendingPage>
        </main>
      </div>
    </ConsoleProviders>
  )
}

/** On every page of a suspended account. */
function SuspendedNotice() {
  return (
    <div className="px-4 pt-4 sm:px-6 lg:px-8">
      <Alert tone="warning" title="This account is suspended" className="mx-auto max-w-6xl">
        API keys are rejected and nothing can be changed. Running tasks still finish. Contact the operator of
        this service.
      </Alert>
    </div>
  )
}

/** The available credit, on every page. */
function BalanceChip() {
  const { data, isError } = useQuery(balanceQuery())
  if (isError) return null
  if (!data) return <Skeleton className="h-4 w-16" />
  return (
    <Tooltip
      side="bottom"
      content={
        <span className="figures">
          {formatMoney(data.available, 'exact')} available, {formatMoney(data.held, 'exact')} reserved
        </span>
      }
    >
      <span className="figures flex items-baseline gap-1.5 rounded-sm px-1 text-sm">
        <span className="text-faint-foreground max-sm:sr-only">Balance</span>
        <span className="font-medium text-foreground" data-testid="balance">
          {formatMoney(data.available, 'balance')}
        </span>
      </span>
    </Tooltip>
  )
}

const loadMenu = () => import('./account-menu')
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }))

/** The account button. Its menu is loaded on hover, focus or click. */
function Account(props: AccountProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <AccountButton
      {...props}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu {...props} />
    </Suspense>
  )
}

const CommandPalette = dynamic(() => import('./command-palette').then((module) => module.CommandPalette), {
  ssr: false,
})

/** Opens the command palette, as does Ctrl-K or ⌘K. Its code is loaded when it is first opened. */
function CommandButton({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return
      event.preventDefault() // instead of the browser's search
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        variant="outline"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="px-2 font-normal text-faint-foreground sm:min-w-44 sm:justify-start"
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Go to…</span>
        <Kbd className="ml-auto hidden pointer-fine:sm:flex">{isApple ? '⌘K' : 'Ctrl K'}</Kbd>
      </Button>
      {open && <CommandPalette isOperator={isOperator} onClose={() => setOpen(false)} />}
    </>
  )
}

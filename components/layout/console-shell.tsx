import Link from 'next/link'
import type { ReactNode } from 'react'
import { paths } from '@/lib/client/paths'
import { AccountMenu } from './account-menu'
import { BalanceChip } from './balance-chip'
import { ConsoleNavList } from './console-nav-list'
import { ConsoleProviders } from './console-providers'
import { Logo } from './logo'
import { NeedsScript } from './needs-script'
import { PhoneNav } from './phone-nav'
import { SessionWatch } from './session-watch'
import { SuspendedNotice } from './suspended-notice'

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
        <Link href={paths.console} aria-label="Portico, overview" className="press-line flex rounded-sm">
          <Logo />
        </Link>
        <div className="ml-auto flex items-center gap-2">
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
          {children}
        </main>
      </div>
    </ConsoleProviders>
  )
}

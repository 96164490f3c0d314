'use client'

import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip } from '@/components/ui/tooltip'
import { openedLater, whenOpened } from '@/components/ui/when-opened'
import type { Permission } from '@/lib/account/identity/schema'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { balanceQuery } from '@/lib/money/orders/queries'
import { AccountButton, SessionWatch } from './account-button'
import type { AccountMenuProps } from './account-menu'
import { Logo } from './brand'
import { ConsoleNavList, PageGuard, PhoneNav } from './console-nav'
import { ConsoleProviders } from './console-providers'
import { OrganizationButton } from './organization-button'
import type { OrganizationMenuProps } from './organization-menu'
import { NeedsScript, SkipLink } from './page'
import { PendingPage } from './page-skeleton'
import { Allowed, Permissions } from './permissions'
import { type Opened, useShortcuts } from './shortcuts'

type ConsoleShellProps = {
  userId: string
  organization: { id: string; name: string }
  name: string
  email: string
  isOperator: boolean
  isSuspended: boolean
  permissions: readonly Permission[]
  children: ReactNode
}

/** The frame of the console: a bar (`--shell-bar`), a sidebar, and the page. */
export function ConsoleShell({ permissions, ...frame }: ConsoleShellProps) {
  return (
    <ConsoleProviders>
      <Permissions value={permissions}>
        <Frame {...frame} />
      </Permissions>
    </ConsoleProviders>
  )
}

type FrameProps = Omit<ConsoleShellProps, 'permissions'>

function Frame({ userId, organization, name, email, isOperator, isSuspended, children }: FrameProps) {
  return (
    <>
      <SessionWatch actor={`${userId} ${organization.id}`} />
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-(--shell-bar) items-center gap-3 border-b border-border bg-background px-4 print:hidden md:pr-3 md:pl-5">
        <PhoneNav isOperator={isOperator} />
        <Link href={paths.console} className="press-line flex rounded-sm">
          <Logo page="overview" />
        </Link>
        <OrganizationMenu button={<OrganizationButton name={organization.name} />} {...organization} />
        <span className="ml-auto" />
        {/* Before the buttons, so that nothing moves when it arrives or grows. */}
        <Allowed to="billing.read">
          <BalanceChip />
        </Allowed>
        <div className="flex items-center gap-2">
          <CommandButton isOperator={isOperator} />
          <AccountMenu button={<AccountButton name={name} email={email} />} name={name} email={email} />
        </div>
      </header>
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)] print:block">
        <aside className="sticky top-(--shell-bar) hidden h-[calc(100dvh-var(--shell-bar))] overflow-y-auto p-3 print:hidden [scrollbar-color:var(--border-strong)_transparent] [scrollbar-width:thin] md:block">
          <ConsoleNavList isOperator={isOperator} />
        </aside>
        <main
          id="page"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--shell-bar))] min-w-0 border-border outline-none md:border-l"
        >
          <NeedsScript className="px-4 pt-4 sm:px-6 lg:px-8" />
          {isSuspended && <SuspendedNotice />}
          <PendingPage>
            <PageGuard>{children}</PageGuard>
          </PendingPage>
        </main>
      </div>
    </>
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
  if (!data && !isError) return <Skeleton className="h-4 w-16" />
  return (
    <Tooltip
      side="bottom"
      content={
        <span className="figures">
          {data
            ? `${formatMoney(data.available, 'exact')} available, ${formatMoney(data.held, 'exact')} reserved`
            : 'The balance could not be loaded'}
        </span>
      }
    >
      <span className="figures flex items-baseline gap-1.5 rounded-sm px-1 text-sm">
        <span className="text-faint-foreground max-sm:sr-only">Balance</span>
        <span className="font-medium text-foreground" data-testid="balance">
          {data ? formatMoney(data.available, 'balance') : '–'}
        </span>
      </span>
    </Tooltip>
  )
}

const AccountMenu = openedLater<AccountMenuProps>('menu', () =>
  import('./account-menu').then((module) => module.AccountMenu),
)
const OrganizationMenu = openedLater<OrganizationMenuProps>('menu', () =>
  import('./organization-menu').then((module) => module.OrganizationMenu),
)

const CommandPalette = whenOpened(() => import('./command-palette').then((module) => module.CommandPalette))
const ShortcutsDialog = whenOpened(() =>
  import('./shortcuts-dialog').then((module) => module.ShortcutsDialog),
)

/** Opens the command palette; with it the keys of the console work. What they open is loaded when it is first opened. */
function CommandButton({ isOperator }: { isOperator: boolean }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
  useShortcuts(isOperator, (wanted) => setOpened((before) => (before === wanted ? null : wanted)))
  const close = () => setOpened(null)
  return (
    <>
      <Button
        variant="outline"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpened('palette')}
        className="px-2 font-normal text-faint-foreground sm:min-w-44 sm:justify-start"
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Go to…</span>
        <Kbd className="ml-auto hidden pointer-fine:sm:flex">{isApple ? '⌘K' : 'Ctrl K'}</Kbd>
      </Button>
      {opened === 'palette' && <CommandPalette isOperator={isOperator} onClose={close} />}
      {opened === 'keys' && <ShortcutsDialog isOperator={isOperator} onClose={close} />}
    </>
  )
}

'use client'

import {
  Activity,
  AudioLines,
  BookOpen,
  Boxes,
  Building,
  Building2,
  Cable,
  ChartLine,
  Clapperboard,
  CreditCard,
  FileSpreadsheet,
  Gauge,
  Image as ImageIcon,
  KeyRound,
  LayoutGrid,
  ListTodo,
  type LucideIcon,
  Menu,
  Percent,
  Plug,
  Scale,
  ScrollText,
  Settings,
  SlidersHorizontal,
  SquareTerminal,
  Tags,
  Trophy,
  UsersRound,
  Webhook,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { whenOpened } from '@/components/ui/when-opened'
import type { Permission } from '@/lib/account/identity/schema'
import { paths } from '@/lib/client/paths'
import { MessagePage } from './message-page'
import { usePendingPath } from './navigation'
import { useMay } from './permissions'

type ConsoleNavListProps = { isOperator: boolean; onNavigate?: () => void }

/** The list of pages, in the sidebar and in the drawer of phones. A clicked link is marked before its page is there. */
export function ConsoleNavList({ isOperator, onNavigate }: ConsoleNavListProps) {
  const pathname = usePathname()
  const pending = usePendingPath(0)
  const [warm, setWarm] = useState<string | null>(null)
  const may = useMay()
  return (
    <nav aria-label="Console" className="flex flex-col gap-3">
      {navGroups(isOperator, may).map((group) => (
        <div key={group.label ?? 'main'}>
          {group.label && <p className="px-2 text-xs leading-5 text-faint-foreground">{group.label}</p>}
          <ul>
            {group.items.map(({ label, href, icon: Icon }) => {
              const current = isCurrentPage(href, pending ?? pathname)
              return (
                <li key={href}>
                  <Link
                    href={href}
                    // All of the page is loaded once the pointer or the focus is on its link, and nothing before.
                    prefetch={warm === href}
                    onPointerEnter={() => setWarm(href)}
                    onFocus={() => setWarm(href)}
                    ref={current ? scrollToLink : undefined}
                    aria-current={current ? 'page' : undefined}
                    {...(onNavigate ? { onClick: onNavigate } : {})}
                    className={cn(
                      'flex h-7 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100 pointer-coarse:h-11',
                      current
                        ? 'bg-secondary font-medium text-foreground'
                        : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                    )}
                  >
                    <Icon
                      className={cn('size-4', current ? 'text-foreground' : 'text-faint-foreground')}
                      aria-hidden="true"
                    />
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

/** Shows the link of the current page in a low window too. */
const scrollToLink = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest' })

const PhoneSheet = whenOpened(() => import('./phone-sheet').then((module) => module.PhoneSheet))

/** The drawer of narrow screens. */
export function PhoneNav({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 md:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" />
      </Button>
      <PhoneSheet open={open} side="left" onClose={() => setOpen(false)}>
        <ConsoleNavList isOperator={isOperator} onNavigate={() => setOpen(false)} />
      </PhoneSheet>
    </>
  )
}

/** `needs`: the permission without which a page and those below it are not shown. `letter`: goes there after `g`. */
type NavItem = { label: string; letter?: string; href: string; icon: LucideIcon; needs?: Permission }
type NavGroup = { label: string | null; items: NavItem[] }

/** The console's pages, in the order of the sidebar. */
const consoleNav: NavGroup[] = [
  {
    label: null,
    items: [
      { label: 'Overview', letter: 'o', href: paths.console, icon: LayoutGrid },
      { label: 'Playground', letter: 'p', href: paths.playground, icon: SquareTerminal, needs: 'models.use' },
      { label: 'Images', letter: 'i', href: paths.images, icon: ImageIcon, needs: 'work.read' },
      { label: 'Videos', letter: 'v', href: paths.videos, icon: Clapperboard, needs: 'work.read' },
      { label: 'Audio', letter: 'a', href: paths.audio, icon: AudioLines, needs: 'models.use' },
      { label: 'Portraits', letter: 'f', href: paths.portraits, icon: UsersRound, needs: 'work.read' },
    ],
  },
  {
    label: 'Account',
    items: [
      { label: 'Connect', href: paths.connect, icon: Cable, needs: 'keys.own' },
      { label: 'API keys', letter: 'k', href: paths.keys, icon: KeyRound, needs: 'keys.list' },
      { label: 'Usage', letter: 'u', href: paths.usage, icon: Activity, needs: 'usage.own' },
      { label: 'Billing', letter: 'b', href: paths.billing, icon: CreditCard, needs: 'billing.read' },
      { label: 'Webhooks', letter: 'w', href: paths.webhooks, icon: Webhook, needs: 'settings.read' },
      { label: 'Organization', letter: 't', href: paths.organization, icon: Building },
      { label: 'Settings', letter: 's', href: paths.settings, icon: Settings },
    ],
  },
]

/** Last, because it leads out of the console. */
const publicNav: NavGroup = {
  label: 'Explore',
  items: [
    { label: 'Rankings', letter: 'r', href: paths.consoleRankings, icon: Trophy },
    { label: 'Model catalog', letter: 'm', href: paths.models, icon: Boxes },
    { label: 'Pricing', href: paths.pricing, icon: Tags },
    { label: 'Docs', letter: 'd', href: paths.docs, icon: BookOpen },
  ],
}

/** For operators only. All of it is in view at 1280 × 800. */
const operatorNav: NavGroup = {
  label: 'Operator',
  items: [
    { label: 'Business', letter: 'x', href: paths.admin, icon: ChartLine },
    { label: 'Providers', letter: 'n', href: paths.adminProviders, icon: Plug },
    { label: 'Models', href: paths.adminModels, icon: Boxes },
    { label: 'Customers', letter: 'c', href: paths.adminCustomers, icon: Building2 },
    { label: 'Price groups', href: paths.adminPriceGroups, icon: Percent },
    { label: 'Benchmarks', href: paths.adminBenchmarks, icon: Gauge },
    { label: 'Queue', letter: 'q', href: paths.adminQueue, icon: ListTodo },
    { label: 'Ledger', letter: 'l', href: paths.adminLedger, icon: Scale },
    { label: 'Statements', href: paths.adminStatements, icon: FileSpreadsheet },
    { label: 'Audit log', href: paths.adminAudit, icon: ScrollText },
    { label: 'Site settings', href: paths.adminSettings, icon: SlidersHorizontal },
  ],
}

export function navGroups(isOperator: boolean, may: (permission: Permission) => boolean): NavGroup[] {
  const groups = [...consoleNav, ...(isOperator ? [operatorNav] : []), publicNav]
  const isOpen = ({ needs }: NavItem) => needs === undefined || may(needs)
  return groups.map((group) => ({ ...group, items: group.items.filter(isOpen) }))
}

/** Says so instead of a page that the role may not open. */
export function PageGuard({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const may = useMay()
  const items = consoleNav.flatMap((group) => group.items)
  const isOpen = items.every(
    ({ href, needs }) => needs === undefined || may(needs) || !isCurrentPage(href, pathname),
  )
  if (isOpen) return children
  return (
    <MessagePage
      title="Your role does not include this page"
      action={
        <Link href={paths.console} className={buttonVariants({ size: 'lg' })}>
          Overview
        </Link>
      }
    >
      Ask an owner or admin of the organization for another role.
    </MessagePage>
  )
}

/** Prefixes of other addresses: current only on an exact match. */
const starts: readonly string[] = [paths.console, paths.admin]

function isCurrentPage(href: string, pathname: string): boolean {
  if (starts.includes(href)) return pathname === href
  return pathname === href || pathname.startsWith(`${href}/`)
}

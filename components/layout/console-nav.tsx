'use client'

import {
  Activity,
  AudioLines,
  BookOpen,
  Boxes,
  Building2,
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
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { whenOpened } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'

type ConsoleNavListProps = { isOperator: boolean; onNavigate?: () => void }

/** The list of pages, in the sidebar and in the drawer of phones. */
export function ConsoleNavList({ isOperator, onNavigate }: ConsoleNavListProps) {
  const pathname = usePathname()
  return (
    <nav aria-label="Console" className="flex flex-col gap-5">
      {navGroups(isOperator).map((group) => (
        <div key={group.label ?? 'main'}>
          {group.label && <p className="mb-1 px-2 text-xs text-faint-foreground">{group.label}</p>}
          <ul className="flex flex-col gap-px">
            {group.items.map(({ label, href, icon: Icon }) => {
              const current = isCurrentPage(href, pathname)
              return (
                <li key={href}>
                  <Link
                    href={href}
                    ref={current ? scrollToLink : undefined}
                    aria-current={current ? 'page' : undefined}
                    {...(onNavigate ? { onClick: onNavigate } : {})}
                    className={cn(
                      'flex h-7.5 items-center gap-2.5 rounded-md px-2 text-sm transition-colors duration-100 pointer-coarse:h-11',
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

const PhoneSheet = whenOpened(
  () => import('./phone-sheet').then((module) => module.PhoneSheet),
  ({ open }) => open,
)

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

type NavItem = { label: string; href: string; icon: LucideIcon }
type NavGroup = { label: string | null; items: NavItem[] }

/** The console's pages, in the order of the sidebar. */
const consoleNav: NavGroup[] = [
  {
    label: null,
    items: [
      { label: 'Overview', href: paths.console, icon: LayoutGrid },
      { label: 'Playground', href: paths.playground, icon: SquareTerminal },
      { label: 'Images', href: paths.images, icon: ImageIcon },
      { label: 'Videos', href: paths.videos, icon: Clapperboard },
      { label: 'Audio', href: paths.audio, icon: AudioLines },
      { label: 'Portraits', href: paths.portraits, icon: UsersRound },
    ],
  },
  {
    label: 'Account',
    items: [
      { label: 'API keys', href: paths.keys, icon: KeyRound },
      { label: 'Usage', href: paths.usage, icon: Activity },
      { label: 'Billing', href: paths.billing, icon: CreditCard },
      { label: 'Webhooks', href: paths.webhooks, icon: Webhook },
      { label: 'Settings', href: paths.settings, icon: Settings },
    ],
  },
  {
    label: 'Explore',
    items: [
      { label: 'Rankings', href: paths.consoleRankings, icon: Trophy },
      { label: 'Model catalog', href: paths.models, icon: Boxes },
      { label: 'Pricing', href: paths.pricing, icon: Tags },
      { label: 'Docs', href: paths.docs, icon: BookOpen },
    ],
  },
]

/** Below the others, for operators only. */
const operatorNav: NavGroup = {
  label: 'Operator',
  items: [
    { label: 'Business', href: paths.admin, icon: ChartLine },
    { label: 'Providers', href: paths.adminProviders, icon: Plug },
    { label: 'Models', href: paths.adminModels, icon: Boxes },
    { label: 'Customers', href: paths.adminCustomers, icon: Building2 },
    { label: 'Price groups', href: paths.adminPriceGroups, icon: Percent },
    { label: 'Benchmarks', href: paths.adminBenchmarks, icon: Gauge },
    { label: 'Queue', href: paths.adminQueue, icon: ListTodo },
    { label: 'Ledger', href: paths.adminLedger, icon: Scale },
    { label: 'Statements', href: paths.adminStatements, icon: FileSpreadsheet },
    { label: 'Audit log', href: paths.adminAudit, icon: ScrollText },
    { label: 'Site settings', href: paths.adminSettings, icon: SlidersHorizontal },
  ],
}

export function navGroups(isOperator: boolean): NavGroup[] {
  return isOperator ? [...consoleNav, operatorNav] : consoleNav
}

/** Prefixes of other addresses: current only on an exact match. */
const starts: readonly string[] = [paths.console, paths.admin]

function isCurrentPage(href: string, pathname: string): boolean {
  if (starts.includes(href)) return pathname === href
  return pathname === href || pathname.startsWith(`${href}/`)
}

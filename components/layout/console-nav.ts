import {
  Activity,
  BookOpen,
  Boxes,
  Building2,
  Clapperboard,
  CreditCard,
  Gauge,
  Image as ImageIcon,
  KeyRound,
  LayoutGrid,
  ListTodo,
  type LucideIcon,
  Plug,
  Scale,
  ScrollText,
  Server,
  Settings,
  SquareTerminal,
  Trophy,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { paths } from '@/lib/client/paths'

type NavItem = { label: string; href: string; icon: LucideIcon }
export type NavGroup = { label: string | null; items: NavItem[] }

/** The console's pages, in the order of the sidebar. Only what exists is listed. */
export const consoleNav: NavGroup[] = [
  {
    label: null,
    items: [
      { label: 'Overview', href: paths.console, icon: LayoutGrid },
      { label: 'Playground', href: paths.playground, icon: SquareTerminal },
      { label: 'Images', href: paths.images, icon: ImageIcon },
      { label: 'Videos', href: paths.videos, icon: Clapperboard },
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
      { label: 'Models and prices', href: paths.models, icon: Boxes },
      { label: 'Docs', href: paths.docs, icon: BookOpen },
    ],
  },
]

/** Below the others, for operators alone. */
export const operatorNav: NavGroup = {
  label: 'Operator',
  items: [
    { label: 'Installation', href: paths.admin, icon: Server },
    { label: 'Providers', href: paths.adminProviders, icon: Plug },
    { label: 'Models', href: paths.adminModels, icon: Boxes },
    { label: 'Customers', href: paths.adminCustomers, icon: Building2 },
    { label: 'Benchmarks', href: paths.adminBenchmarks, icon: Gauge },
    { label: 'Queue', href: paths.adminQueue, icon: ListTodo },
    { label: 'Ledger', href: paths.adminLedger, icon: Scale },
    { label: 'Audit log', href: paths.adminAudit, icon: ScrollText },
  ],
}

/** These are the start of other addresses, so they are current only when they are the whole of it. */
const starts: readonly string[] = [paths.console, paths.admin]

export function isCurrentPage(href: string, pathname: string): boolean {
  if (starts.includes(href)) return pathname === href
  return pathname === href || pathname.startsWith(`${href}/`)
}

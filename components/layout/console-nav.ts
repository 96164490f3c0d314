import {
  Activity,
  Clapperboard,
  CreditCard,
  Image as ImageIcon,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Settings,
  SquareTerminal,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { paths } from '@/lib/client/paths'

type NavItem = { label: string; href: string; icon: LucideIcon }
type NavGroup = { label: string | null; items: NavItem[] }

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
]

/** `/console` is the start of every address in the console, so it is current only when it is the whole of it. */
export function isCurrentPage(href: string, pathname: string): boolean {
  if (href === paths.console) return pathname === href
  return pathname === href || pathname.startsWith(`${href}/`)
}

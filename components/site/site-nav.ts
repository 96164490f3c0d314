import { paths } from '@/lib/client/paths'

/** The public pages, in the order of the bar. */
export const siteNav = [
  { label: 'Models', href: paths.models },
  { label: 'Providers', href: paths.providers },
  { label: 'Rankings', href: paths.rankings },
  { label: 'Pricing', href: paths.pricing },
  { label: 'Docs', href: paths.docs },
] as const

/** Subpages belong to their section. */
export function isCurrentSection(href: string, pathname: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`)
}

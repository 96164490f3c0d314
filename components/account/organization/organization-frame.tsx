'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Page, PageHeader } from '@/components/layout/page'
import { cn } from '@/components/ui/cn'
import { paths } from '@/lib/client/paths'

/** The pages about the organization, and the permission that one must have to open it. */
const tabs = [
  { label: 'General', href: paths.organization, needs: 'organization.read' },
  { label: 'Members', href: paths.members, needs: 'organization.read' },
  { label: 'Projects', href: paths.projects, needs: 'organization.read' },
  { label: 'Audit log', href: paths.organizationAudit, needs: 'audit.read' },
  { label: 'Provisioning', href: paths.provisioning, needs: 'organization.manage' },
] as const

type OrganizationFrameProps = { name: string; permissions: readonly string[]; children: ReactNode }

/** The organization's name and the tabs that the role may open, above each of its pages. */
export function OrganizationFrame({ name, permissions, children }: OrganizationFrameProps) {
  const pathname = usePathname()
  return (
    <Page>
      <PageHeader title={name} />
      <nav
        aria-label="Organization"
        className="flex gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--border)] [scrollbar-width:none]"
      >
        {tabs
          .filter(({ needs }) => permissions.includes(needs))
          .map(({ label, href }) => (
            <Link
              key={href}
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className={cn(
                'flex h-9 shrink-0 items-center border-b border-transparent text-sm text-muted-foreground transition-colors duration-100 hover:text-foreground focus-visible:-outline-offset-2 pointer-coarse:h-11',
                pathname === href && 'border-foreground font-medium text-foreground',
              )}
            >
              {label}
            </Link>
          ))}
      </nav>
      {children}
    </Page>
  )
}

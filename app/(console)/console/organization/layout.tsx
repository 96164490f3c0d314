import type { ReactNode } from 'react'
import { OrganizationFrame } from '@/components/account/organization/organization-frame'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export default async function OrganizationLayout({ children }: { children: ReactNode }) {
  const { organization, member } = await requireSession(paths.organization)
  return (
    <OrganizationFrame name={organization} permissions={pageApi().permissionsOf(member.role)}>
      {children}
    </OrganizationFrame>
  )
}

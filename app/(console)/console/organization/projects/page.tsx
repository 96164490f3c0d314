import type { Metadata } from 'next'
import { ProjectsPanel } from '@/components/account/organization/projects-panel'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Projects' }

export default async function Page() {
  const { member } = await requireSession(paths.projects)
  return <ProjectsPanel canManage={pageApi().permissionsOf(member.role).includes('organization.manage')} />
}

import type { Metadata } from 'next'
import { KeysPage } from '@/components/account/api-keys/keys-page'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'API keys' }

export default async function Page() {
  const { member, isOperator } = await requireSession(paths.keys)
  const managesKeys = pageApi().permissionsOf(member.role).includes('keys.manage')
  return <KeysPage me={{ memberId: member.id, managesKeys, isOperator }} />
}

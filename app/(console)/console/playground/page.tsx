import type { Metadata } from 'next'
import { PlaygroundPage } from '@/components/gateway/playground/playground-page'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Playground' }

export default async function Page() {
  const session = await requireSession(paths.playground)
  const { customerId, userId } = session
  const isPersonal = await pageApi().isPersonal(session)
  return <PlaygroundPage owner={{ customerId, userId, isPersonal }} />
}

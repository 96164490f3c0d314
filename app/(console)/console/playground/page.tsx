import type { Metadata } from 'next'
import { PlaygroundPage } from '@/components/gateway/playground/playground-page'
import { requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Playground' }

export default async function Page() {
  const session = await requireSession(paths.playground)
  return <PlaygroundPage ownerId={session.customerId} />
}

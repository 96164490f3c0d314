import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PlaygroundPage } from '@/components/gateway/playground/playground-page'
import { readSession } from '@/lib/client/page-api'
import { paths, signInPath } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Playground' }

export default async function Page() {
  const session = await readSession()
  if (!session) redirect(signInPath(paths.playground))
  return <PlaygroundPage ownerId={session.customerId} />
}

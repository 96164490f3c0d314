import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PlaygroundPage } from '@/components/playground/playground-page'
import { paths, signInPath } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Playground' }

export default async function Page() {
  const session = await readSession()
  if (!session) redirect(signInPath(paths.playground))
  return <PlaygroundPage ownerId={session.customerId} />
}

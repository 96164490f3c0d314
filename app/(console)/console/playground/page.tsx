import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Playground } from '@/components/playground/playground'
import { paths, signInPath } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Playground' }

export default async function PlaygroundPage() {
  const session = await readSession()
  if (!session) redirect(signInPath(paths.playground))
  return <Playground ownerId={session.customerId} />
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AudioPage } from '@/components/audio/audio-page'
import { findOfferedModel } from '@/lib/catalog/models'
import { paths, signInPath } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Audio' }

export default async function Page({ searchParams }: PageProps<'/console/audio'>) {
  const { model } = await searchParams
  const session = await readSession()
  if (!session) redirect(signInPath(paths.audio))
  const asked = typeof model === 'string' ? findOfferedModel(model) : undefined
  return <AudioPage ownerId={session.customerId} asked={asked ?? null} />
}

import type { Metadata } from 'next'
import { AudioPage } from '@/components/gateway/audio/audio-page'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Audio' }

export default async function Page({ searchParams }: PageProps<'/console/audio'>) {
  const { model } = await searchParams
  const session = await requireSession(paths.audio)
  const linked = typeof model === 'string' ? pageApi().findOfferedModel(model) : undefined
  return <AudioPage ownerId={session.customerId} linked={linked ?? null} />
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ImagesPage } from '@/components/media/images/images-page'
import { readSession } from '@/lib/client/page-api'
import { paths, signInPath } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Images' }

export default async function Page({ searchParams }: PageProps<'/console/images'>) {
  const { model } = await searchParams
  const session = await readSession()
  if (!session) redirect(signInPath(paths.images))
  return <ImagesPage ownerId={session.customerId} modelId={typeof model === 'string' ? model : null} />
}

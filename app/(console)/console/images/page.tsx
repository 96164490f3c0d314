import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ImagesPage } from '@/components/images/images-page'
import { paths, signInPath } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Images' }

export default async function Page({ searchParams }: PageProps<'/console/images'>) {
  const { model } = await searchParams
  const session = await readSession()
  if (!session) redirect(signInPath(paths.images))
  return <ImagesPage ownerId={session.customerId} modelId={typeof model === 'string' ? model : null} />
}

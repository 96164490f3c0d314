import type { Metadata } from 'next'
import { ImagesPage } from '@/components/media/images/images-page'
import { requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Images' }

export default async function Page({ searchParams }: PageProps<'/console/images'>) {
  const { model } = await searchParams
  const session = await requireSession(paths.images)
  return <ImagesPage ownerId={session.customerId} modelId={typeof model === 'string' ? model : null} />
}

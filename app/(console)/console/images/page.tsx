import type { Metadata } from 'next'
import { ImagesPage } from '@/components/media/images/images-page'
import { requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Images' }

export default async function Page({ searchParams }: PageProps<'/console/images'>) {
  const { model, mode } = await searchParams
  const session = await requireSession(paths.images)
  const chosen =
    typeof model === 'string' ? { model, ...(mode === 'edit' && { way: 'edit' as const, size: 'auto' }) } : {}
  return <ImagesPage ownerId={session.customerId} chosen={chosen} />
}

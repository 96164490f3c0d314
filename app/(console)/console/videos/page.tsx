import type { Metadata } from 'next'
import { VideosPage } from '@/components/media/videos/videos-page'
import { requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Videos' }

export default async function Page({ searchParams }: PageProps<'/console/videos'>) {
  const { asset, image, number, as, model } = await searchParams
  const slot = as === 'last' || as === 'reference' ? as : 'first'
  const session = await requireSession(paths.videos)
  return (
    <VideosPage
      ownerId={session.customerId}
      assetId={typeof asset === 'string' ? asset : null}
      image={typeof image === 'string' ? { id: image, number: Number(number ?? 1), slot } : null}
      modelId={typeof model === 'string' ? model : null}
    />
  )
}

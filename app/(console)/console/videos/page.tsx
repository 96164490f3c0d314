import type { Metadata } from 'next'
import { VideosPage } from '@/components/videos/videos-page'

export const metadata: Metadata = { title: 'Videos' }

export default async function Page({ searchParams }: PageProps<'/console/videos'>) {
  const { asset, model } = await searchParams
  return (
    <VideosPage
      assetId={typeof asset === 'string' ? asset : null}
      modelId={typeof model === 'string' ? model : null}
    />
  )
}

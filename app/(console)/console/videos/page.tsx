import type { Metadata } from 'next'
import { VideosPage } from '@/components/videos/videos-page'

export const metadata: Metadata = { title: 'Videos' }

export default async function Page({ searchParams }: PageProps<'/console/videos'>) {
  const { asset } = await searchParams
  return <VideosPage assetId={typeof asset === 'string' ? asset : null} />
}

import type { Metadata } from 'next'
import { ImagesPage } from '@/components/images/images-page'

export const metadata: Metadata = { title: 'Images' }

export default async function Page({ searchParams }: PageProps<'/console/images'>) {
  const { model } = await searchParams
  return <ImagesPage modelId={typeof model === 'string' ? model : null} />
}

import type { Metadata } from 'next'
import { ImagesPage } from '@/components/images/images-page'

export const metadata: Metadata = { title: 'Images' }

export default function Page() {
  return <ImagesPage />
}

import type { Metadata } from 'next'
import { PortraitsPage } from '@/components/media/portraits/groups/portraits-page'

export const metadata: Metadata = { title: 'Portraits' }

export default function Page() {
  return <PortraitsPage />
}

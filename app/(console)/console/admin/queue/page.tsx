import type { Metadata } from 'next'
import { QueuePage } from '@/components/operators/queue/queue-page'

export const metadata: Metadata = { title: 'Queue' }

export default function Page() {
  return <QueuePage />
}

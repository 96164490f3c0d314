import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/layout/message-page'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return <NotFoundPage links={[{ label: 'Go to overview', href: paths.console }]} />
}

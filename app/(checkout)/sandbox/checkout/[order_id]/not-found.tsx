import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/layout/message-page'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <NotFoundPage title="Order not found" links={[{ label: 'Go to billing', href: paths.billing }]}>
        Billing lists every order of your account, paid or not.
      </NotFoundPage>
    </main>
  )
}

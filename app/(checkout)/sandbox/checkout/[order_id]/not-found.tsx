import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/layout/message-page'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <MessagePage
        code="404"
        title="There is no such order."
        action={
          <Button asChild variant="primary" size="lg">
            <Link href={paths.billing}>Go to billing</Link>
          </Button>
        }
      >
        Every order of your account, paid or not, is listed under Billing.
      </MessagePage>
    </main>
  )
}

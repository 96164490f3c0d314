import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/layout/message-page'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <MessagePage
      code="404"
      title="There is no such page."
      action={
        <Button asChild variant="primary" size="lg">
          <Link href={paths.console}>Go to the overview</Link>
        </Button>
      }
    >
      The address may be mistyped, or the page has moved.
    </MessagePage>
  )
}

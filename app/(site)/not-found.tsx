import type { Metadata } from 'next'
import Link from 'next/link'
import { MessagePage } from '@/components/layout/message-page'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

/** Models and providers come and go; the page of one that went says so within the site. */
export default function NotFound() {
  return (
    <MessagePage
      code="404"
      title="There is nothing of this name here."
      action={
        <>
          <Button asChild variant="primary" size="lg">
            <Link href={paths.models}>All models</Link>
          </Button>
          <Button asChild size="lg">
            <Link href={paths.providers}>All providers</Link>
          </Button>
        </>
      }
    >
      It may be mistyped, it may have been withdrawn, or no provider of it is configured on this gateway.
    </MessagePage>
  )
}

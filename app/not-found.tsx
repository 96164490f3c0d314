import type { Metadata } from 'next'
import Link from 'next/link'
import { CornerLogo } from '@/components/layout/logo'
import { MessagePage } from '@/components/layout/message-page'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <CornerLogo />
      <MessagePage
        code="404"
        title="There is no such page."
        action={
          <>
            <Button asChild variant="primary" size="lg">
              <Link href={paths.home}>Go home</Link>
            </Button>
            <Button asChild size="lg">
              <Link href={paths.console}>Open the console</Link>
            </Button>
          </>
        }
      >
        The address may be mistyped, or the page has moved.
      </MessagePage>
    </main>
  )
}

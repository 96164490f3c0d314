import type { Metadata } from 'next'
import { CornerLogo } from '@/components/layout/logo'
import { MessagePage } from '@/components/layout/message-page'

export const metadata: Metadata = { title: 'Not shared any more' }

export default function NotFound() {
  return (
    <main>
      <CornerLogo />
      <MessagePage title="This link shows nothing any more." action={null}>
        It has expired or was revoked, or the result was deleted. Ask whoever sent it for another.
      </MessagePage>
    </main>
  )
}

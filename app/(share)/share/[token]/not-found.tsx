import type { Metadata } from 'next'
import { CornerLogo } from '@/components/layout/brand'
import { MessagePage } from '@/components/layout/message-page'

export const metadata: Metadata = { title: 'Link expired' }

export default function NotFound() {
  return (
    <main>
      <CornerLogo />
      <MessagePage title="This link no longer works" action={null}>
        It expired or was revoked, or the result was deleted. Ask the sender for a new link.
      </MessagePage>
    </main>
  )
}

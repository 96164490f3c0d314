import type { Metadata } from 'next'
import { CornerLogo } from '@/components/layout/brand'
import { NotFoundPage } from '@/components/layout/message-page'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <CornerLogo />
      <NotFoundPage
        links={[
          { label: 'Go home', href: paths.home },
          { label: 'Open the console', href: paths.console },
        ]}
      />
    </main>
  )
}

import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/layout/message-page'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Not found' }

/** Within the site: models and providers come and go. */
export default function NotFound() {
  return (
    <NotFoundPage
      links={[
        { label: 'All models', href: paths.models },
        { label: 'All providers', href: paths.providers },
      ]}
    >
      The address may be mistyped. A model or provider may also have been withdrawn, or is not connected to
      this gateway.
    </NotFoundPage>
  )
}

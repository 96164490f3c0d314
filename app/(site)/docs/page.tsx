import { describePage } from '@/components/site/describe-page'
import { DocsPage } from '@/components/site/docs/docs-page'
import { paths } from '@/lib/client/paths'
import { readOrigin } from '../read-origin'
import { listErrors, listFailures, listLimits } from './guide-tables'

export const metadata = describePage({
  title: 'Docs',
  description:
    'The developers’ guide: authentication, chat, images, uploads, videos, portraits, callbacks, errors, limits, idempotency and billing.',
  path: paths.docs,
})

export default async function Page() {
  return (
    <DocsPage
      origin={await readOrigin()}
      errors={listErrors()}
      failures={listFailures()}
      limits={listLimits()}
    />
  )
}

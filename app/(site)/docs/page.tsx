import { describePage } from '@/components/site/describe-page'
import { docsPages } from '@/components/site/docs/docs-contents'
import { DocsShell } from '@/components/site/docs/docs-shell'
import { StartSection } from '@/components/site/docs/request-sections'
import { paths } from '@/lib/client/paths'
import { readOrigin } from '../read-origin'
import { listTags } from './reference/operations'

export const metadata = describePage({
  title: 'Docs',
  description:
    'The developers’ guide: quick start, clients, chat, images, videos, portraits, callbacks, errors, limits, and the API reference.',
  path: paths.docs,
})

export default async function Page() {
  return (
    <DocsShell
      current={paths.docs}
      title={docsPages[0].title}
      lead="One API for chat, images, video and audio, with one key and one balance."
      tags={listTags()}
    >
      <StartSection origin={await readOrigin()} />
    </DocsShell>
  )
}

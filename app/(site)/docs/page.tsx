import { describePage } from '@/components/site/describe-page'
import { docsPages } from '@/components/site/docs/docs-contents'
import { DocsShell } from '@/components/site/docs/docs-shell'
import { GuideText } from '@/components/site/docs/guide-text'
import { paths } from '@/lib/client/paths'
import { readOrigin } from '../read-origin'
import { guideValues, readGuidePage } from './guide'
import { listTags } from './reference/operations'

export const metadata = describePage({
  title: 'Docs',
  description:
    'Developer guide and API reference: quick start, clients, chat, images, videos, portraits, callbacks, errors and limits.',
  path: paths.docs,
})

export default async function Page() {
  const { title, text } = readGuidePage(docsPages[0])
  return (
    <DocsShell
      current={paths.docs}
      title={title}
      lead="One API for chat, images, video and audio, with one key and one balance."
      tags={listTags()}
    >
      <GuideText text={text} values={guideValues(await readOrigin())} />
    </DocsShell>
  )
}

import { notFound } from 'next/navigation'
import { describePage } from '@/components/site/describe-page'
import { docsPages, docsPath, type GuidePage } from '@/components/site/docs/docs-contents'
import { DocsShell, headingsOf } from '@/components/site/docs/docs-shell'
import { GuideText } from '@/components/site/docs/guide-text'
import { readOrigin } from '../../read-origin'
import { guideValues, readGuidePage } from '../guide'
import { listTags } from '../reference/operations'

type Props = PageProps<'/docs/[slug]'>

/** The quick start is at /docs, not here. */
async function findPage({ params }: Props): Promise<GuidePage | undefined> {
  const { slug } = await params
  const entry = docsPages.find((page) => page.slug === slug && slug !== 'start')
  return entry && readGuidePage(entry)
}

export async function generateMetadata(props: Props) {
  const page = await findPage(props)
  if (!page) return { title: 'Not found', robots: { index: false } }
  return describePage({ title: page.title, description: page.summary, path: docsPath(page.slug) })
}

export default async function Page(props: Props) {
  const page = await findPage(props)
  if (!page) notFound()
  return (
    <DocsShell
      current={docsPath(page.slug)}
      title={page.title}
      lead={page.summary}
      headings={headingsOf(page.headings)}
      tags={listTags()}
    >
      <GuideText text={page.text} values={guideValues(await readOrigin())} />
    </DocsShell>
  )
}

import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { describePage } from '@/components/site/describe-page'
import { ChatSection } from '@/components/site/docs/chat-section'
import { ClientsPage } from '@/components/site/docs/client-sections'
import { type DocsPageInfo, type DocsSlug, docsPages, docsPath } from '@/components/site/docs/docs-contents'
import { DocsShell, headingsOf } from '@/components/site/docs/docs-shell'
import {
  ImagesSection,
  PortraitsSection,
  UploadsSection,
  VideosSection,
} from '@/components/site/docs/media-sections'
import {
  AuthenticationSection,
  BillingSection,
  CallbacksSection,
  ErrorsSection,
  IdempotencySection,
  LimitsSection,
} from '@/components/site/docs/request-sections'
import { readOrigin } from '../../read-origin'
import { listErrors, listFailures, listLimits } from '../guide-tables'
import { listTags } from '../reference/operations'

type Props = PageProps<'/docs/[slug]'>

/** The quick start has the address of the docs themselves. */
async function findPage({ params }: Props): Promise<DocsPageInfo | undefined> {
  const { slug } = await params
  return docsPages.find((page) => page.slug === slug && slug !== 'start')
}

export async function generateMetadata(props: Props) {
  const page = await findPage(props)
  if (!page) return { title: 'Not found', robots: { index: false } }
  return describePage({ title: page.title, description: page.text, path: docsPath(page.slug) })
}

export default async function Page(props: Props) {
  const page = await findPage(props)
  if (!page) notFound()
  return (
    <DocsShell
      current={docsPath(page.slug)}
      title={page.title}
      lead={page.text}
      headings={headingsOf(page.headings)}
      tags={listTags()}
    >
      {bodies[page.slug](await readOrigin())}
    </DocsShell>
  )
}

const bodies: Record<DocsSlug, (origin: string) => ReactNode> = {
  start: () => null,
  authentication: (origin) => <AuthenticationSection origin={origin} />,
  clients: (origin) => <ClientsPage origin={origin} />,
  chat: (origin) => <ChatSection origin={origin} />,
  images: (origin) => <ImagesSection origin={origin} />,
  uploads: (origin) => <UploadsSection origin={origin} />,
  videos: (origin) => <VideosSection origin={origin} />,
  portraits: (origin) => <PortraitsSection origin={origin} />,
  callbacks: () => <CallbacksSection />,
  errors: () => <ErrorsSection errors={listErrors()} failures={listFailures()} />,
  limits: () => <LimitsSection limits={listLimits()} />,
  idempotency: () => <IdempotencySection />,
  billing: (origin) => <BillingSection origin={origin} />,
}

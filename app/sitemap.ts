import type { MetadataRoute } from 'next'
import { docsPages, docsPath, referencePath } from '@/components/site/docs/docs-contents'
import { listOfferedModels } from '@/lib/catalog/models/models'
import { listProviders } from '@/lib/catalog/models/providers'
import { paths } from '@/lib/client/paths'
import { env } from '@/lib/platform/env'
import { listTags } from './(site)/docs/reference/operations'

// What is offered changes while the server runs.
export const dynamic = 'force-dynamic'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { data: providers } = await listProviders({ status: 'active' })
  const pages = [
    paths.home,
    paths.models,
    paths.providers,
    paths.rankings,
    paths.pricing,
    ...docsPages.map(({ slug }) => docsPath(slug)),
    ...listTags().map(referencePath),
    paths.benchmarksGuide,
    ...listOfferedModels().map(({ id }) => paths.model(id)),
    ...providers.map(({ id }) => paths.provider(id)),
  ]
  return pages.map((path) => ({ url: `${env().publicUrl}${path === '/' ? '' : path}` }))
}

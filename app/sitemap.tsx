import type { MetadataRoute } from 'next'
import { docsPages, docsPath, referencePath } from '@/components/site/docs/docs-contents'
import { pageApi } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'
import { listTags } from './(site)/docs/reference/operations'

// The offered models change while the server runs.
export const dynamic = 'force-dynamic'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { data: providers } = await pageApi().listProviders({ status: 'active' })
  const pages = [
    paths.home,
    paths.models,
    paths.providers,
    paths.rankings,
    paths.pricing,
    ...docsPages.map(({ slug }) => docsPath(slug)),
    ...listTags().map(referencePath),
    paths.benchmarksGuide,
    ...pageApi()
      .listOfferedModels()
      .map(({ id }) => paths.model(id)),
    ...providers.map(({ id }) => paths.provider(id)),
  ]
  const { publicUrl } = pageApi().readSettings()
  return pages.map((path) => ({ url: `${publicUrl}${path === '/' ? '' : path}` }))
}

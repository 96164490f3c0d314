import type { Metadata } from 'next'
import Link from 'next/link'
import { docsPages } from '@/components/site/docs/docs-contents'
import { DocsShell } from '@/components/site/docs/docs-shell'
import { searchDocs } from '@/components/site/docs/search-docs'
import { paths } from '@/lib/client/paths'
import { listErrors, readGuidePage } from '../guide'
import { listOperations, listTags } from '../reference/operations'

export const metadata: Metadata = { title: 'Search the docs', robots: { index: false } }

const MAX_RESULTS = 40

export default async function Page({ searchParams }: PageProps<'/docs/search'>) {
  const { q } = await searchParams
  const query = (Array.isArray(q) ? q[0] : q)?.slice(0, 200) ?? ''
  const found = searchDocs(query, docsPages.map(readGuidePage), listOperations(), listErrors())
  return (
    <DocsShell
      current={paths.docsSearch}
      title="Search"
      tags={listTags()}
      query={query}
      lead={
        query &&
        `${found.length === 0 ? 'No' : found.length} ${found.length === 1 ? 'result' : 'results'} for “${query}”`
      }
    >
      <ol aria-label="Results" className="flex max-w-2xl flex-col divide-y divide-border">
        {found.slice(0, MAX_RESULTS).map(({ href, title, text }) => (
          <li key={`${href} ${title}`} className="py-3">
            <Link
              href={href}
              prefetch={false}
              className="rounded-xs font-medium break-words text-foreground underline-offset-3 hover:underline"
            >
              {title}
            </Link>
            <p className="text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </DocsShell>
  )
}

import Link from 'next/link'
import { describePage } from '@/components/site/describe-page'
import { referencePath } from '@/components/site/docs/docs-contents'
import { DocsHeading } from '@/components/site/docs/docs-elements'
import { DocsShell, headingsOf } from '@/components/site/docs/docs-shell'
import { Panel } from '@/components/ui/panel'
import { apiPaths, paths } from '@/lib/client/paths'
import { listOperations, listTags } from './operations'

export const metadata = describePage({
  title: 'API reference',
  description: 'Every endpoint with its parameters, bodies, answers and errors, and a form to try it.',
  path: paths.docsReference,
})

export default function Page() {
  const tags = listTags()
  return (
    <DocsShell
      current={paths.docsReference}
      title="API reference"
      headings={headingsOf(tags)}
      tags={tags}
      lead={
        <>
          Made of{' '}
          <a href={apiPaths.openApi} className="text-accent-text underline underline-offset-3">
            {apiPaths.openApi}
          </a>
          , which is made of the declarations that check your requests: they cannot differ.
        </>
      }
    >
      {tags.map((tag) => (
        <TagList key={tag} tag={tag} />
      ))}
    </DocsShell>
  )
}

function TagList({ tag }: { tag: string }) {
  return (
    <>
      <DocsHeading>{tag}</DocsHeading>
      <Panel>
        <ul aria-label={tag} className="divide-y divide-line text-sm">
          {listOperations()
            .filter((operation) => operation.tag === tag)
            .map(({ id, method, path, summary }) => (
              <li key={id} className="grid gap-x-6 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
                <Link
                  href={`${referencePath(tag)}#${id}`}
                  prefetch={false}
                  className="rounded-xs font-mono text-xs leading-5 break-all text-ink underline-offset-3 hover:underline"
                >
                  {method} {path}
                </Link>
                <span>{summary}</span>
              </li>
            ))}
        </ul>
      </Panel>
    </>
  )
}

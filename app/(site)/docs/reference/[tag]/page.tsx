import { notFound } from 'next/navigation'
import { describePage } from '@/components/site/describe-page'
import { referencePath } from '@/components/site/docs/docs-contents'
import { DocsShell } from '@/components/site/docs/docs-shell'
import { OperationView } from '@/components/site/docs/reference/operation-view'
import { apiPaths } from '@/lib/client/paths'
import { readOrigin } from '../../../read-origin'
import { findTag, listOperations, listTags } from '../operations'

type Props = PageProps<'/docs/reference/[tag]'>

export async function generateMetadata({ params }: Props) {
  const tag = findTag((await params).tag)
  if (tag === undefined) return { title: 'Not found', robots: { index: false } }
  return describePage({
    title: `${tag} API reference`,
    description: `${tag} endpoints: parameters, request bodies, replies and errors.`,
    path: referencePath(tag),
  })
}

export default async function Page({ params }: Props) {
  const tag = findTag((await params).tag)
  if (tag === undefined) notFound()
  const operations = listOperations().filter((operation) => operation.tag === tag)
  const origin = await readOrigin()
  return (
    <DocsShell
      current={referencePath(tag)}
      title={tag}
      lead={
        <>
          Generated from{' '}
          <a href={apiPaths.openApi} className="text-brand-text underline underline-offset-3">
            {apiPaths.openApi}
          </a>
          , which is generated from the code that validates your requests.
        </>
      }
      headings={operations.map(({ id, method, path }) => ({ id, title: `${method} ${path}` }))}
      tags={listTags()}
    >
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} origin={origin} />
      ))}
    </DocsShell>
  )
}

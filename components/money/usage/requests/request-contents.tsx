'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadError } from '@/components/data/loaded'
import { CodeBlock } from '@/components/ui/code-block'
import { requestContentsQuery } from '@/lib/account/api-keys/queries'

/** What was asked and answered, where that was kept; nothing where it was not. */
export function RequestContents({ id }: { id: string }) {
  const query = useQuery(requestContentsQuery(id))
  const contents = query.data?.contents
  if (!contents) return <LoadError query={query} what="The contents" />
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Contents</h3>
      <CodeBlock
        title="Request"
        code={indented(contents.request)}
        wrap
        className="max-h-96 overflow-y-auto"
      />
      <CodeBlock
        title={`Answer, ${contents.status}${contents.is_whole ? '' : ', as far as it was delivered'}`}
        code={indented(contents.answer)}
        wrap
        className="max-h-96 overflow-y-auto"
      />
      <p className="text-xs text-faint">
        Encrypted, without media, and deleted on time. Nobody else can read this.
      </p>
    </section>
  )
}

function indented(text: string | null): string {
  if (text === null || text === '') return 'Nothing'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

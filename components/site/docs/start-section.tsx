import Link from 'next/link'
import { CodeBlock } from '@/components/ui/code-block'
import { paths } from '@/lib/client/paths'
import { FirstRequest } from '../first-request'
import { DocsSection } from './docs-section'
import { InlineCode } from './inline-code'

export function StartSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="start">
      <p>
        Create a key on the{' '}
        <Link prefetch={false} href={paths.keys} className="text-accent-text underline underline-offset-3">
          API keys page
        </Link>{' '}
        and keep it where your program finds it. It is shown once.
      </p>
      <CodeBlock code="export PORTICO_API_KEY=sk-portico-…" language="bash" />
      <p>
        Then ask. Any client of OpenAI works: give it this address and your key. The model{' '}
        <InlineCode>sandbox/chat</InlineCode> answers offline and costs next to nothing, which makes it a good
        first one.
      </p>
      <FirstRequest origin={origin} />
      <p>
        Every answer carries <InlineCode>x-request-id</InlineCode>. Name it when you ask for help: it finds
        the request in the logs, and on the usage page with the bill that explains its cost.
      </p>
    </DocsSection>
  )
}

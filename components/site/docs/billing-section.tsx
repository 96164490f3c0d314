import Link from 'next/link'
import { CodeBlock } from '@/components/ui/code-block'
import { paths } from '@/lib/client/paths'
import { DocsSection } from './docs-section'
import { InlineCode } from './inline-code'

export function BillingSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="billing">
      <p>
        The most that a request can cost is held before it is sent and settled by what was used. A lower{' '}
        <InlineCode>max_tokens</InlineCode> holds less. Without enough credit the answer is a 402 whose{' '}
        <InlineCode>metadata</InlineCode> says what was required, what was available, and whether the balance
        or the key’s own limit was short; <InlineCode>resets_at</InlineCode> is when such a limit begins anew.
        Failures cost nothing. The{' '}
        <Link prefetch={false} href={paths.pricing} className="text-accent-text underline underline-offset-3">
          pricing page
        </Link>{' '}
        has the rest.
      </p>
      <CodeBlock
        language="bash"
        code={`# With a key that has the scope account:read
curl ${origin}/api-account/user/balance -H "Authorization: Bearer $PORTICO_API_KEY"
curl "${origin}/api-account/user/usage?start_date=2026-11-01&end_date=2026-11-30" \\
  -H "Authorization: Bearer $PORTICO_API_KEY"
curl "${origin}/api-account/user/usage/recent?limit=20" -H "Authorization: Bearer $PORTICO_API_KEY"
# All of them, as a table
curl "${origin}/api-account/user/usage/recent?format=csv" -H "Authorization: Bearer $PORTICO_API_KEY"`}
      />
      <p>
        Money is a decimal string in USD, <InlineCode>"12.340000"</InlineCode>, so that no digit is lost; only{' '}
        <InlineCode>usage.cost</InlineCode> in chat is a number. Each recent request has a{' '}
        <InlineCode>bill</InlineCode> with its lines and the version of the price.
      </p>
    </DocsSection>
  )
}

import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export function AuthenticationSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="authentication">
      <p>Every call takes the key as a bearer token.</p>
      <CodeBlock
        language="bash"
        code={`curl ${origin}/v1/models -H "Authorization: Bearer $PORTICO_API_KEY"`}
      />
      <p>
        A key is <InlineCode>sk-portico-</InlineCode> and 49 letters and digits, of which the last six are a
        checksum. Only its hash is kept here, so a lost key is replaced, not recovered. A call without a valid
        key gets a 401.
      </p>
      <DocsTable
        label="Scopes"
        rows={[
          {
            name: 'inference',
            text: 'Chat, embeddings, images, uploads, videos and portraits. What a new key has.',
          },
          { name: 'account:read', text: 'GET under /api-account/user: keys, usage, balance, orders.' },
          { name: 'account:write', text: 'Everything else there: keys, limits, checkout, webhooks.' },
        ]}
      />
      <p>
        A key can be narrowed further: models it may use, a spending limit that begins anew every day, week or
        month, requests per minute, an end. Rotating it gives a new secret while the old one works for as long
        as you say. The catalog (<InlineCode>/providers</InlineCode>, <InlineCode>/rankings</InlineCode>)
        needs no key.
      </p>
    </DocsSection>
  )
}

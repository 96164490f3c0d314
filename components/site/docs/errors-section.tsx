import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export type DocsError = { code: string; status: number; message: string }

export function ErrorsSection({ errors }: { errors: readonly DocsError[] }) {
  return (
    <DocsSection id="errors">
      <p>
        Outside of portraits and <InlineCode>/v1/messages</InlineCode>, every error has the same form.{' '}
        <InlineCode>code</InlineCode> is for programs, <InlineCode>message</InlineCode> for people, and{' '}
        <InlineCode>param</InlineCode> names the field at fault, where there is one.
      </p>
      <CodeBlock
        language="json"
        code={`{
  "error": {
    "message": "temperature: Too big: expected number to be <=2.",
    "type": "invalid_request_error",
    "param": "temperature",
    "code": "invalid_parameter",
    "request_id": "req_…"
  }
}`}
      />
      <p>
        What belongs to somebody else answers as what does not exist. A 429, 402 or 503 that will pass says
        when in <InlineCode>Retry-After</InlineCode>. Repeat after 429, 502, 503 and 504; the rest stays as it
        is until the request changes.
      </p>
      <DocsTable
        label="Codes"
        rows={errors.map(({ code, status, message }) => ({ name: code, aside: status, text: message }))}
      />
    </DocsSection>
  )
}

import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export type DocsError = { code: string; status: number; message: string }

/** Why a task failed, and whether the same request may succeed another time. */
export type DocsFailure = { code: string; message: string; retryable: boolean }

type ErrorsSectionProps = { errors: readonly DocsError[]; failures: readonly DocsFailure[] }

export function ErrorsSection({ errors, failures }: ErrorsSectionProps) {
  return (
    <DocsSection id="errors">
      <p>
        Except for portraits and <InlineCode>/v1/messages</InlineCode>, every error has the same form.{' '}
        <InlineCode>code</InlineCode> is for programs, <InlineCode>message</InlineCode> for people, and{' '}
        <InlineCode>param</InlineCode> names the field at fault, where there is one.
      </p>
      <CodeBlock
        language="json"
        code={`{
  "error": {
    "message": "temperature must be at most 2.",
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
      <p>
        A task that failed has an <InlineCode>error</InlineCode> with <InlineCode>code</InlineCode>,{' '}
        <InlineCode>message</InlineCode>, <InlineCode>type</InlineCode>, <InlineCode>param</InlineCode> and{' '}
        <InlineCode>retryable</InlineCode>, which says whether the same request may succeed another time.
      </p>
      <DocsTable
        label="Codes of failed tasks"
        rows={failures.map(({ code, retryable, message }) => ({
          name: code,
          aside: retryable ? 'retryable' : undefined,
          text: message,
        }))}
      />
    </DocsSection>
  )
}

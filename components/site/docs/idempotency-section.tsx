import { DocsSection } from './docs-section'
import { InlineCode } from './inline-code'

export function IdempotencySection() {
  return (
    <DocsSection id="idempotency">
      <p>
        Send <InlineCode>Idempotency-Key</InlineCode> (a UUID does) with a request that creates something: an
        image, a video, a checkout, or a chat completion that is not streamed. A repetition within 24 hours
        gets the first answer with <InlineCode>Idempotent-Replayed: true</InlineCode>, and nothing is done or
        charged twice. The same key with another body is a 409{' '}
        <InlineCode>idempotency_key_conflict</InlineCode>.
      </p>
    </DocsSection>
  )
}

import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export function ImagesSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="images">
      <p>
        A picture is a task: create it, ask for it every one to three seconds, and read it. The reply to the
        first call has the task’s id.
      </p>
      <CodeBlock
        language="bash"
        code={`TASK=$(curl -s ${origin}/v1/images/generations/async \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -d '{
    "model": "sandbox/image-1",
    "prompt": "A portico at dawn, in ink",
    "size": "1536x1024",
    "quality": "medium"
  }' | jq -r .id)

curl ${origin}/v1/images/generations/$TASK \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`}
      />
      <DocsTable
        label="States of an image task"
        rows={[
          { name: 'queued', text: 'Waits for its turn. Retry-After says when to ask again.' },
          { name: 'processing', text: 'Is being drawn.' },
          {
            name: 'completed',
            text: 'data has the pictures: object_url for 30 days, and b64_json in the first read alone.',
          },
          { name: 'failed', text: 'error says why. Costs nothing.' },
          { name: 'cancelled', text: 'By POST …/{id}/cancel, before it was done. Costs nothing.' },
        ]}
      />
      <p>
        A task can be read for 30 minutes after it ended; then it answers 410{' '}
        <InlineCode>image_expired</InlineCode>, while its pictures stay where{' '}
        <InlineCode>object_url</InlineCode> says. Sizes are <InlineCode>auto</InlineCode> or{' '}
        <InlineCode>WIDTHxHEIGHT</InlineCode> with sides that are multiples of 16, up to 3840x2160 or upright,
        between 1:3 and 3:1. <InlineCode>GET /v1/images/models</InlineCode> lists who draws.
      </p>
    </DocsSection>
  )
}

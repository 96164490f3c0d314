import { verificationSamples } from '@/components/callbacks/verify/verification-samples'
import { CodeTabs } from '@/components/site/code-tabs'
import { CodeBlock } from '@/components/ui/code-block'
import { highlight } from '@/components/ui/highlight'
import { DocsSection } from './docs-section'
import { InlineCode } from './inline-code'

export function CallbacksSection() {
  return (
    <DocsSection id="callbacks">
      <p>
        When a video reaches its end, its <InlineCode>callback_url</InlineCode> gets one POST, signed by the
        rules of Standard Webhooks. Answer with a 2xx within 15 seconds.
      </p>
      <CodeBlock language="json" code={body} />
      <p>
        Verify the signature over the body as it came, with the secret from the webhooks page. Any library of
        Standard Webhooks does it.
      </p>
      <CodeTabs
        samples={verificationSamples.map(({ id, name, code, language }) => ({
          id,
          label: name,
          code,
          content: highlight(code, language),
        }))}
      />
      <p>
        Anything but a 2xx, redirects included, is tried again after 5 seconds, 5 minutes, 30 minutes, 2, 5
        and 10 hours; a 410 stops it. The same event may arrive twice: its <InlineCode>webhook-id</InlineCode>{' '}
        tells. Every attempt is on the webhooks page, where a delivery can be repeated. Addresses have to be
        public and https.
      </p>
    </DocsSection>
  )
}

const body = `{
  "type": "video.generation.completed",
  "timestamp": "2026-11-21T12:00:00Z",
  "data": {"id": "vgen_…", "status": "completed", "video_url": "…"}
}`

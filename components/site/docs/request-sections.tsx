import Link from 'next/link'
import { CodeTabs } from '@/components/site/code-tabs'
import { CodeBlock } from '@/components/ui/code-block'
import { highlight } from '@/components/ui/highlight'
import { verificationSamples } from '@/components/work/deliveries/verification-samples'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { FirstRequest } from '../first-request'
import { DocsTable, InlineCode } from './docs-elements'

export function StartSection({ origin }: { origin: string }) {
  return (
    <>
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
    </>
  )
}

export function AuthenticationSection({ origin }: { origin: string }) {
  return (
    <>
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
            text: 'Chat, embeddings, moderations, reranking, audio, files, batches, images, uploads, videos and portraits. What a new key has.',
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
    </>
  )
}

export type DocsLimit = { name: string; perMinute: number; text: string }

export function LimitsSection({ limits }: { limits: readonly DocsLimit[] }) {
  return (
    <>
      <p>
        Counted by the minute, for each key; for the catalog by address. A key can have a limit of its own for
        less. Over it, the answer is a 429 with <InlineCode>Retry-After</InlineCode>.
      </p>
      <DocsTable
        label="Requests a minute"
        rows={limits.map(({ name, perMinute, text }) => ({ name, aside: formatNumber(perMinute), text }))}
      />
      <p>
        Every answer says where you stand: <InlineCode>x-ratelimit-limit-requests</InlineCode>,{' '}
        <InlineCode>x-ratelimit-remaining-requests</InlineCode> and{' '}
        <InlineCode>x-ratelimit-reset-requests</InlineCode>. A 429 of a provider has{' '}
        <InlineCode>metadata.limit_source</InlineCode> set to <InlineCode>upstream</InlineCode>.
      </p>
    </>
  )
}

export type DocsError = { code: string; status: number; message: string }

/** Why a task failed, and whether the same request may succeed another time. */
export type DocsFailure = { code: string; message: string; retryable: boolean }

type ErrorsSectionProps = { errors: readonly DocsError[]; failures: readonly DocsFailure[] }

export function ErrorsSection({ errors, failures }: ErrorsSectionProps) {
  return (
    <>
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
    </>
  )
}

export function IdempotencySection() {
  return (
    <p>
      Send <InlineCode>Idempotency-Key</InlineCode> (a UUID does) with a POST that makes something: an image,
      a video, a portrait, a key, a checkout, or a chat completion that is not streamed. A repetition within
      24 hours gets the first answer with <InlineCode>Idempotent-Replayed: true</InlineCode>, and nothing is
      done or charged twice. The same key with another body is a 409{' '}
      <InlineCode>idempotency_key_conflict</InlineCode>.
    </p>
  )
}

export function BillingSection({ origin }: { origin: string }) {
  return (
    <>
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
    </>
  )
}

export function CallbacksSection() {
  return (
    <>
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
    </>
  )
}

const body = `{
  "type": "video.generation.completed",
  "timestamp": "2026-11-21T12:00:00Z",
  "data": {"id": "vgen_…", "status": "completed", "video_url": "…"}
}`

import { formatNumber } from '@/lib/client/format/number'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export type DocsLimit = { name: string; perMinute: number; text: string }

export function LimitsSection({ limits }: { limits: readonly DocsLimit[] }) {
  return (
    <DocsSection id="limits">
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
    </DocsSection>
  )
}

import type { ReactNode } from 'react'
import type { ProviderPolicies } from '@/lib/catalog/schema'

/** What a provider promises of the data that it is sent, as far as the catalog knows. */
export function PolicyList({ policies }: { policies: ProviderPolicies }) {
  const rows: { name: string; value: ReactNode }[] = [
    { name: 'Keeps prompts', value: retention(policies.data_retention_days) },
    { name: 'Trains on prompts', value: training(policies.trains_on_data) },
    { name: 'Headquarters', value: country(policies.headquarters) },
    { name: 'Privacy policy', value: link(policies.privacy_policy_url) },
    { name: 'Terms of service', value: link(policies.terms_of_service_url) },
    { name: 'Status page', value: link(policies.status_page_url) },
  ]
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {rows.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value ?? <span className="text-faint">Not known</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function retention(days: number | null): string | null {
  if (days === null) return null
  return days === 0 ? 'No' : `For ${days} ${days === 1 ? 'day' : 'days'}`
}

function training(trains: boolean | null): string | null {
  return trains === null ? null : trains ? 'Yes' : 'No'
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function country(code: string | null): string | null {
  if (code === null) return null
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

function link(url: string | null): ReactNode {
  if (url === null) return null
  return (
    <a
      href={url}
      rel="noreferrer"
      className="rounded-xs text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current"
    >
      {new URL(url).hostname}
    </a>
  )
}

import type { SuitesReply } from '@/lib/benchmarks/schema'

export function SuiteList({ suites }: { suites: SuitesReply['data'] }) {
  return (
    <dl className="grid max-w-4xl gap-x-10 gap-y-5 sm:grid-cols-2">
      {suites.map(({ id, category, version, items, description }) => (
        <div key={id}>
          <dt className="font-medium text-ink">{category}</dt>
          <dd className="mt-0.5 text-sm text-muted">{description}</dd>
          <dd className="figures mt-0.5 text-xs text-faint">
            {items} items, portico-{id}@{version}
          </dd>
        </div>
      ))}
    </dl>
  )
}

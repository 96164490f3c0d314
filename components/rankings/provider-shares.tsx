import Link from 'next/link'
import { ShareBar } from '@/components/charts/share-bar'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import type { ProviderShare } from '@/lib/rankings/schema'
import { formatTokens } from './format-ranked'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** How much of all tokens each provider served. */
export function ProviderShares({ shares }: { shares: readonly ProviderShare[] }) {
  return (
    <Panel>
      <ul aria-label="Providers by share" className="divide-y divide-line">
        {shares.map((row) => (
          <li
            key={row.provider_id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <Link
              href={paths.provider(row.provider_id)}
              prefetch={false}
              className="truncate rounded-xs font-medium text-ink underline-offset-3 hover:underline"
            >
              {row.provider_name}
            </Link>
            <span className="max-sm:order-last max-sm:col-span-2">
              <ShareBar share={row.share} />
            </span>
            <span className="figures text-right">
              {percent.format(row.share)}
              <span className="ml-3 inline-block w-28 whitespace-nowrap text-faint">
                {formatTokens(row.total_tokens)} tokens
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

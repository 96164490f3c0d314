import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { formatNumber } from '@/lib/client/format/number'
import type { OverviewReply } from '@/lib/operators/schema'

type LedgerState = OverviewReply['ledger']

type InstallationStatsProps = {
  overview: OverviewReply | undefined
  /** It could not be loaded: no figure is to come. */
  isMissing: boolean
}

export function InstallationStats({ overview, isMissing }: InstallationStatsProps) {
  const { providers, models, customers, queue } = overview ?? {}
  const missing = isMissing ? '–' : undefined
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat name="Providers in service" note={providers && `of ${providers.total}`}>
          {providers ? formatNumber(providers.in_service) : missing}
        </Stat>
        <Stat name="Models callable" note={models && `of ${formatNumber(models.total)}`}>
          {models ? formatNumber(models.callable) : missing}
        </Stat>
        <Stat
          name="Customers"
          note={customers && customers.suspended > 0 ? `${customers.suspended} suspended` : undefined}
        >
          {customers ? formatNumber(customers.total) : missing}
        </Stat>
        <Stat
          name="Jobs waiting"
          note={queue && `${formatNumber(queue.active)} running, ${formatNumber(queue.failed)} failed`}
        >
          {queue ? formatNumber(queue.waiting) : missing}
        </Stat>
        <Stat name="Ledger">{overview ? ledgerWord(overview.ledger) : missing}</Stat>
      </StatGrid>
    </section>
  )
}

function ledgerWord(ledger: LedgerState): string {
  if (ledger === null) return 'Unchecked'
  if (ledger.status === 'running') return 'Checking'
  return ledger.status === 'passed' ? 'Balanced' : 'Broken'
}

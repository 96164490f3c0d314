import { CircleAlert, CircleCheck } from 'lucide-react'
import { RelativeTime } from '@/components/data/relative-time'
import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { cn } from '@/components/ui/cn'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { LedgerCheck, LedgerProblem } from '@/lib/operators/schema'

const kinds: Record<LedgerProblem['kind'], string> = {
  balance_differs: 'Balance differs',
  held_differs: 'Held sum differs',
  sum_not_zero: 'Sums do not cancel out',
  hold_without_owner: 'Hold without owner',
}

/** What the last finished check found. */
export function LatestCheck({ check }: { check: LedgerCheck }) {
  const { findings } = check
  if (findings === null) return null
  const isWell = check.status === 'passed'
  const Icon = isWell ? CircleCheck : CircleAlert
  return (
    <>
      <Panel className={cn('flex items-start gap-3 p-4', !isWell && 'border-danger-line bg-danger-soft')}>
        <Icon
          className={cn('mt-0.5 size-5 shrink-0', isWell ? 'text-success-text' : 'text-danger-text')}
          aria-hidden="true"
        />
        <div role={isWell ? 'status' : 'alert'} className="min-w-0">
          <p className="font-medium">
            {isWell ? 'Everything agrees' : 'The ledger does not agree with itself'}
          </p>
          <p className="text-sm text-muted">
            Checked <RelativeTime at={check.started_at} />
          </p>
        </div>
      </Panel>
      <section aria-label="Figures">
        <StatGrid>
          <Stat name="Entries added up">{formatNumber(findings.entries)}</Stat>
          <Stat name="Customers">{formatNumber(findings.customers)}</Stat>
          <Stat name="Customers have">{formatMoney(findings.customers_sum)}</Stat>
          <Stat name="System accounts">{formatMoney(findings.system_sum)}</Stat>
          <Stat name="Open holds">{formatNumber(findings.open_holds)}</Stat>
        </StatGrid>
      </section>
      {findings.problems.length > 0 && <Problems problems={findings.problems} />}
    </>
  )
}

function Problems({ problems }: { problems: readonly LedgerProblem[] }) {
  return (
    <Panel>
      <PanelHeader title="Problems" />
      <ul className="divide-y divide-line">
        {problems.map(({ kind, subject, detail }) => (
          <li key={`${kind} ${subject}`} className="px-4 py-3 text-sm">
            <p className="font-medium">
              {kinds[kind]}
              {subject && <span className="ml-2 font-mono text-xs font-normal break-all">{subject}</span>}
            </p>
            <p className="text-muted">{detail}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

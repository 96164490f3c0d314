import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { formatCost, formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { Customer } from '@/lib/operators/customers-schema'

export function CustomerStats({ customer }: { customer: Customer }) {
  const { summary } = customer.usage
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat name="Can be spent" note={`${formatCost(customer.held)} held`}>
          {formatMoney(customer.available, { rounding: 'down' })}
        </Stat>
        <Stat name="Bought in all">{formatMoney(customer.total_purchased)}</Stat>
        <Stat name="Spent in all">{formatMoney(customer.total_used)}</Stat>
        <Stat
          name="Requests, 30 days"
          note={summary.failed_requests > 0 ? `${formatNumber(summary.failed_requests)} failed` : undefined}
        >
          {formatNumber(summary.requests)}
        </Stat>
        <Stat name="Keys">{formatNumber(customer.key_count)}</Stat>
      </StatGrid>
    </section>
  )
}

import { cn } from '@/components/ui/cn'
import type { CategoryLeader } from '@/lib/rankings/schema'
import { formatLead } from './format-ranked'
import { nameCategory } from './name-category'
import { type OfferedNames, RankedModel } from './ranked-model'

type LeaderGridProps = { leaders: readonly CategoryLeader[]; offered: OfferedNames }

/** Who leads in what. */
export function LeaderGrid({ leaders, offered }: LeaderGridProps) {
  // Three and one would look as if something were missing.
  const inLine = leaders.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
  return (
    <dl
      className={cn(
        'grid gap-px overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-2',
        inLine,
      )}
    >
      {leaders.map((leader) => (
        <div key={leader.category} className="min-w-0 px-4 py-3.5 outline outline-line">
          <dt className="text-xs text-faint">{nameCategory(leader.category)}</dt>
          <dd className="mt-1 min-w-0">
            <span className="block break-words">
              <RankedModel id={leader.model_id} name={leader.model_name} offered={offered} />
            </span>
            <span className="figures block text-sm text-muted">{formatLead(leader)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'

const names = ['Entries added up', 'Customers', 'Customers have', 'System accounts', 'Open holds']

/** The place of the latest check, so that the list below stays where it is. */
export function LatestCheckSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-6">
      <Panel className="flex h-18.5 flex-col justify-center gap-3 p-4">
        <Skeleton className="w-40" />
        <Skeleton className="w-28" />
      </Panel>
      <StatGrid>
        {names.map((name) => (
          <Stat key={name} name={name}>
            {null}
          </Stat>
        ))}
      </StatGrid>
    </div>
  )
}

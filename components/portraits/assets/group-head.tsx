import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useHydrated } from '@/components/data/browser'
import { BackLink } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import type { GroupItem } from '@/lib/portraits/schema'

type GroupActs = { onEdit: () => void; onDelete: () => void; onAdd: () => void }

/** Who a group is of, and what can be done with it. */
export function GroupHead({ group, ...acts }: { group: GroupItem | undefined } & GroupActs) {
  return (
    <div className="flex flex-col gap-3">
      <BackLink href={paths.portraits}>Portraits</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {group ? <Title group={group} /> : <Skeleton className="h-7 w-48" />}
          <p className="mt-0.5 max-w-2xl text-sm break-words text-muted">
            {[group?.Title, group?.Description].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Actions {...acts} isLoaded={group !== undefined} />
      </div>
    </div>
  )
}

function Title({ group }: { group: GroupItem }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <h1 className="min-w-0 text-xl font-semibold break-words text-ink">{group.Name}</h1>
      <Badge tone={group.GroupType === 'AIGC' ? 'neutral' : 'accent'}>
        {group.GroupType === 'AIGC' ? 'Virtual' : 'Real person'}
      </Badge>
    </div>
  )
}

function Actions({ isLoaded, onEdit, onDelete, onAdd }: { isLoaded: boolean } & GroupActs) {
  const isReady = useHydrated()
  return (
    <div className="flex items-center gap-2">
      <Button size="icon" aria-label="Edit group" disabled={!isLoaded} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <Button size="icon" aria-label="Delete group" disabled={!isLoaded} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </Button>
      <Button variant="primary" disabled={!isReady} onClick={onAdd}>
        <Plus aria-hidden="true" />
        Add asset
      </Button>
    </div>
  )
}

'use client'

import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { coversQuery } from '@/lib/portraits/queries'
import type { GroupItem, GroupPage } from '@/lib/portraits/schema'
import { GroupCard } from './group-card'
import { GroupGridSkeleton } from './group-grid-skeleton'

type GroupGridProps = {
  groups: UseInfiniteQueryResult<InfiniteData<GroupPage>>
  isFiltered: boolean
  onCreate: () => void
  onEdit: (group: GroupItem) => void
  onDelete: (group: GroupItem) => void
}

export function GroupGrid({ groups, isFiltered, onCreate, onEdit, onDelete }: GroupGridProps) {
  const items = groups.data?.pages.flatMap(({ Items }) => Items) ?? []
  const covers = useQuery({ ...coversQuery(items.map(({ Id }) => Id)), enabled: items.length > 0 })
  if (groups.isPending) return <GroupGridSkeleton />
  if (groups.isError)
    return (
      <Panel>
        <ErrorState
          title="The groups could not be loaded"
          error={groups.error}
          onRetry={() => groups.refetch()}
          retrying={groups.isFetching}
        />
      </Panel>
    )
  if (items.length === 0) return <NoGroups isFiltered={isFiltered} onCreate={onCreate} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4">
        {items.map((group) => (
          <li key={group.Id}>
            <GroupCard
              group={group}
              cover={covers.data?.get(group.Id)}
              onEdit={() => onEdit(group)}
              onDelete={() => onDelete(group)}
            />
          </li>
        ))}
      </ul>
      {groups.hasNextPage && (
        <Button
          className="self-center"
          loading={groups.isFetchingNextPage}
          onClick={() => groups.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function NoGroups({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  return (
    <Panel>
      {isFiltered ? (
        <EmptyState
          icon={<UsersRound />}
          title="No matching groups"
          description="Try another name or kind."
        />
      ) : (
        <EmptyState
          icon={<UsersRound />}
          title="Nobody here yet"
          description="Make a group for a virtual person, or verify a real one with a phone. Then add pictures, videos or a voice."
          action={
            <Button variant="primary" onClick={onCreate}>
              New group
            </Button>
          }
        />
      )}
    </Panel>
  )
}

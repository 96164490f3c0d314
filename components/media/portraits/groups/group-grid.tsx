'use client'

import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2, UserRound, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { MenuButton } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'
import { coversQuery } from '@/lib/media/portraits/queries'
import type { GroupItem, GroupPage } from '@/lib/media/portraits/schema'
import { CardGrid } from '../card-grid'

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
  return (
    <CardGrid
      query={groups}
      what="groups"
      empty={<NoGroups isFiltered={isFiltered} onCreate={onCreate} />}
      cards={items.map((group) => ({
        id: group.Id,
        card: (
          <GroupCard
            group={group}
            cover={covers.data?.get(group.Id)}
            onEdit={() => onEdit(group)}
            onDelete={() => onDelete(group)}
          />
        ),
      }))}
    />
  )
}

function NoGroups({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  if (isFiltered)
    return (
      <EmptyState icon={<UsersRound />} title="No matching groups" description="Try another name or kind." />
    )
  return (
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
  )
}

type GroupCardProps = {
  group: GroupItem
  cover: string | undefined
  onEdit: () => void
  onDelete: () => void
}

function GroupCard({ group, cover, onEdit, onDelete }: GroupCardProps) {
  const caption = group.Title || group.Description
  return (
    <article className="group/card relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <div className="aspect-[4/5] overflow-hidden bg-sunken">
        {cover === undefined ? (
          <div className="grid size-full place-items-center text-faint" aria-hidden="true">
            <UserRound className="size-10" strokeWidth={1.25} />
          </div>
        ) : (
          // biome-ignore lint/performance/noImgElement: a signed link of ours that changes at every read
          <img src={cover} alt="" className="size-full object-cover" loading="lazy" />
        )}
      </div>
      <div className="flex min-w-0 items-start justify-between gap-1 p-3 pr-2">
        <div className="min-w-0">
          <h2 dir="auto" title={group.Name} className="truncate text-left text-sm font-medium text-ink">
            <Link
              href={paths.portraitGroup(group.Id)}
              className="outline-none after:absolute after:inset-0 after:rounded-lg after:outline-focus focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
            >
              {group.Name}
            </Link>
          </h2>
          {caption && (
            <p dir="auto" title={caption} className="mt-0.5 truncate text-left text-xs text-faint">
              {caption}
            </p>
          )}
        </div>
        <GroupMenu name={group.Name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <Badge tone={group.GroupType === 'AIGC' ? 'neutral' : 'accent'} className="absolute top-2 left-2">
        {group.GroupType === 'AIGC' ? 'Virtual' : 'Real'}
      </Badge>
    </article>
  )
}

type GroupMenuProps = { name: string; onEdit: () => void; onDelete: () => void }

function GroupMenu({ name, onEdit, onDelete }: GroupMenuProps) {
  return (
    <MenuButton
      button={
        <Button
          variant="ghost"
          size="icon-sm"
          // In one line with the name, whatever stands below that.
          className="relative z-10 -my-1 pointer-coarse:-my-2"
          aria-label={`Actions for ${name}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      items={[
        { label: 'Edit', icon: Pencil, onSelect: onEdit },
        { label: 'Delete', icon: Trash2, onSelect: onDelete, danger: true },
      ]}
    />
  )
}

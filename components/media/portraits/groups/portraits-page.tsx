'use client'

import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, ScanFace, Trash2, UserRound, UsersRound } from 'lucide-react'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed, useMay } from '@/components/layout/permissions'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { MenuButton, whenOpened } from '@/components/ui/when-opened'
import { paths } from '@/lib/client/paths'
import { coversQuery, groupsQuery } from '@/lib/media/portraits/queries'
import type { GroupItem, GroupPage, GroupType } from '@/lib/media/portraits/schema'
import { CardGrid } from '../card-grid'

const DeleteGroupDialog = whenOpened(
  () => import('./group-dialogs').then((module) => module.DeleteGroupDialog),
  ({ group }) => group !== undefined,
)

const EditGroupDialog = whenOpened(
  () => import('./group-dialogs').then((module) => module.EditGroupDialog),
  ({ group }) => group !== undefined,
)

const CreateGroupDialog = whenOpened(() =>
  import('./group-dialogs').then((module) => module.CreateGroupDialog),
)

const VerifyDialog = whenOpened(() =>
  import('../liveness/verify-dialog').then((module) => module.VerifyDialog),
)

type Task = { kind: 'create' | 'verify' } | { kind: 'edit' | 'delete'; group: GroupItem }

/** Virtual and verified people for videos. */
export function PortraitsPage() {
  const [kind, setKind] = useState<Kind>('all')
  const [name, setName] = useState('')
  const [task, setTask] = useState<Task | null>(null)
  const searched = useDeferredValue(name.trim())
  const filter = { ...(kind !== 'all' && { GroupType: kind }), ...(searched && { Name: searched }) }
  const groups = useInfiniteQuery(groupsQuery(filter))
  const close = () => setTask(null)
  const isReady = useHydrated()
  return (
    <Page>
      <PageHeader
        title="Portraits"
        description="People who look the same in every video. Each has its own images, videos and voices."
        actions={
          <Allowed to="models.use">
            <Button variant="outline" disabled={!isReady} onClick={() => setTask({ kind: 'verify' })}>
              <ScanFace aria-hidden="true" />
              Verify a person
            </Button>
            <Button variant="default" disabled={!isReady} onClick={() => setTask({ kind: 'create' })}>
              <Plus aria-hidden="true" />
              New person
            </Button>
          </Allowed>
        }
      />
      <GroupFilters kind={kind} onKind={setKind} name={name} onName={setName} />
      <GroupGrid
        groups={groups}
        isFiltered={kind !== 'all' || searched !== ''}
        onCreate={() => setTask({ kind: 'create' })}
        onEdit={(group) => setTask({ kind: 'edit', group })}
        onDelete={(group) => setTask({ kind: 'delete', group })}
      />
      <CreateGroupDialog open={task?.kind === 'create'} onClose={close} />
      <VerifyDialog open={task?.kind === 'verify'} onClose={close} />
      <EditGroupDialog group={task?.kind === 'edit' ? task.group : undefined} onClose={close} />
      <DeleteGroupDialog group={task?.kind === 'delete' ? task.group : undefined} onClose={close} />
    </Page>
  )
}

type Kind = GroupType | 'all'

type GroupFiltersProps = {
  kind: Kind
  onKind: (kind: Kind) => void
  name: string
  onName: (name: string) => void
}

const kinds: { value: Kind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'AIGC', label: 'Virtual' },
  { value: 'LivenessFace', label: 'Real' },
]

function GroupFilters({ kind, onKind, name, onName }: GroupFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ToggleGroup
        type="single"
        value={kind}
        aria-label="Type"
        onValueChange={(value) => {
          const chosen = kinds.find((one) => one.value === value)
          if (chosen) onKind(chosen.value)
        }}
      >
        {kinds.map(({ value, label }) => (
          <ToggleGroupItem key={value} value={value}>
            {label}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <SearchBox
        label="Search by name"
        className="w-full sm:w-64"
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  )
}

type GroupGridProps = {
  groups: UseInfiniteQueryResult<InfiniteData<GroupPage>>
  isFiltered: boolean
  onCreate: () => void
  onEdit: (group: GroupItem) => void
  onDelete: (group: GroupItem) => void
}

function GroupGrid({ groups, isFiltered, onCreate, onEdit, onDelete }: GroupGridProps) {
  const items = groups.data?.pages.flatMap(({ Items }) => Items) ?? []
  const covers = useQuery({ ...coversQuery(items.map(({ Id }) => Id)), enabled: items.length > 0 })
  return (
    <CardGrid
      query={groups}
      what="people"
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
      <EmptyState
        icon={<UsersRound />}
        title="No matching people"
        description="Try a different name or type."
      />
    )
  return (
    <EmptyState
      icon={<UsersRound />}
      title="No portraits yet"
      description="Create a virtual person, or verify a real one with their phone. Then add images, videos or a voice."
      action={
        <Allowed to="models.use">
          <Button variant="default" onClick={onCreate}>
            New person
          </Button>
        </Allowed>
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
    <article className="group/card relative flex flex-col overflow-hidden rounded-lg border border-border bg-card transition-colors duration-100 focus-within:border-input hover:border-input">
      <div className="aspect-[4/5] overflow-hidden bg-muted">
        {cover === undefined ? (
          <div className="grid size-full place-items-center text-faint-foreground" aria-hidden="true">
            <UserRound className="size-10" strokeWidth={1.25} />
          </div>
        ) : (
          // biome-ignore lint/performance/noImgElement: a signed link that changes at every read
          <img src={cover} alt="" className="size-full object-cover" loading="lazy" />
        )}
      </div>
      <div className="flex min-w-0 items-start justify-between gap-1 p-3 pr-2">
        <div className="min-w-0">
          <h2
            dir="auto"
            title={group.Name}
            className="truncate text-left text-sm font-medium text-foreground"
          >
            <Link
              href={paths.portraitGroup(group.Id)}
              className="outline-none after:absolute after:inset-0 after:rounded-lg after:outline-ring focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
            >
              {group.Name}
            </Link>
          </h2>
          {caption && (
            <p dir="auto" title={caption} className="mt-0.5 truncate text-left text-xs text-faint-foreground">
              {caption}
            </p>
          )}
        </div>
        <GroupMenu name={group.Name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <Badge tone={group.GroupType === 'AIGC' ? 'neutral' : 'accent'} className="absolute top-2 left-2">
        {group.GroupType === 'AIGC' ? 'Virtual' : 'Real person'}
      </Badge>
    </article>
  )
}

type GroupMenuProps = { name: string; onEdit: () => void; onDelete: () => void }

function GroupMenu({ name, onEdit, onDelete }: GroupMenuProps) {
  if (!useMay()('models.use')) return null
  return (
    <MenuButton
      button={
        <Button
          variant="ghost"
          size="icon-sm"
          // Aligned with the name, not centered.
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

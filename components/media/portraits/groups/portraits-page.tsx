'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, ScanFace } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { whenOpened } from '@/components/ui/when-opened'
import { groupsQuery } from '@/lib/media/portraits/queries'
import type { GroupItem, GroupType } from '@/lib/media/portraits/schema'
import { GroupGrid } from './group-grid'

const DeleteGroupDialog = whenOpened(
  () => import('./group-dialogs').then((module) => module.DeleteGroupDialog),
  ({ group }) => group !== undefined,
)

const EditGroupDialog = whenOpened(
  () => import('./group-dialogs').then((module) => module.EditGroupDialog),
  ({ group }) => group !== undefined,
)

const CreateGroupDialog = whenOpened(
  () => import('./group-dialogs').then((module) => module.CreateGroupDialog),
  ({ open }) => open,
)

const VerifyDialog = whenOpened(
  () => import('../liveness/verify-dialog').then((module) => module.VerifyDialog),
  ({ open }) => open,
)

type Task = { kind: 'create' | 'verify' } | { kind: 'edit' | 'delete'; group: GroupItem }

/** People that videos may show: virtual ones, and real ones who agreed in front of a camera. */
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
        description="People who look the same in all your videos. A group holds one person’s pictures, videos and voices."
        actions={
          <>
            <Button disabled={!isReady} onClick={() => setTask({ kind: 'verify' })}>
              <ScanFace aria-hidden="true" />
              Verify a person
            </Button>
            <Button variant="primary" disabled={!isReady} onClick={() => setTask({ kind: 'create' })}>
              <Plus aria-hidden="true" />
              New group
            </Button>
          </>
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
        aria-label="Kind of person"
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

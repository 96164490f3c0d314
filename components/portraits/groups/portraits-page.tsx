'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, ScanFace } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { groupsQuery } from '@/lib/portraits/queries'
import type { GroupItem } from '@/lib/portraits/schema'
import { VerifyDialog } from '../verify/verify-dialog'
import { CreateGroupDialog } from './create-group-dialog'
import { DeleteGroupDialog } from './delete-group-dialog'
import { EditGroupDialog } from './edit-group-dialog'
import { GroupFilters, type Kind } from './group-filters'
import { GroupGrid } from './group-grid'

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

'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { BackLink, Page } from '@/components/layout/page'
import { useMay } from '@/components/layout/permissions'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { whenOpened } from '@/components/ui/when-opened'
import { ApiError } from '@/lib/client/api-client'
import { paths } from '@/lib/client/paths'
import { assetsQuery, groupQuery } from '@/lib/media/portraits/queries'
import type { GroupItem } from '@/lib/media/portraits/schema'
import { AssetGrid } from './asset-grid'

const DeleteGroupDialog = whenOpened(
  () => import('../groups/group-dialogs').then((module) => module.DeleteGroupDialog),
  ({ group }) => group !== undefined,
)

const EditGroupDialog = whenOpened(
  () => import('../groups/group-dialogs').then((module) => module.EditGroupDialog),
  ({ group }) => group !== undefined,
)

const AddAssetDialog = whenOpened(() => import('./add-asset-dialog').then((module) => module.AddAssetDialog))

/** One person, with all assets. */
export function GroupPage({ id }: { id: string }) {
  const router = useRouter()
  const group = useQuery(groupQuery(id))
  const assets = useInfiniteQuery(assetsQuery({ GroupIds: [id] }))
  const [task, setTask] = useState<'add' | 'edit' | 'delete' | null>(null)
  const close = () => setTask(null)
  if (group.isError) return <GroupFailure error={group.error} onRetry={() => group.refetch()} />
  return (
    <Page>
      <GroupHead
        group={group.data}
        onEdit={() => setTask('edit')}
        onDelete={() => setTask('delete')}
        onAdd={() => setTask('add')}
      />
      <AssetGrid assets={assets} onAdd={() => setTask('add')} />
      <AddAssetDialog groupId={id} open={task === 'add'} onClose={close} />
      <EditGroupDialog group={task === 'edit' ? group.data : undefined} onClose={close} />
      <DeleteGroupDialog
        group={task === 'delete' ? group.data : undefined}
        onClose={close}
        onDeleted={() => router.push(paths.portraits)}
      />
    </Page>
  )
}

function GroupFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Page>
      <BackLink href={paths.portraits}>Portraits</BackLink>
      <h1 className="sr-only">Portrait</h1>
      <Panel>
        {isMissing(error) ? (
          <EmptyState
            icon={<Users />}
            title="Person not found"
            description="This person was deleted or belongs to another account."
          />
        ) : (
          <ErrorState title="This person could not be loaded" error={error} onRetry={onRetry} />
        )}
      </Panel>
    </Page>
  )
}

/** The API answers a deleted group like another customer's. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

type GroupActions = { onEdit: () => void; onDelete: () => void; onAdd: () => void }

/** The name of a person, and the actions. */
function GroupHead({ group, ...actions }: { group: GroupItem | undefined } & GroupActions) {
  return (
    <div className="flex flex-col gap-3">
      <BackLink href={paths.portraits}>Portraits</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {group ? <Title group={group} /> : <Skeleton className="h-7 w-48" />}
          <p className="mt-0.5 max-w-2xl text-sm break-words text-muted-foreground">
            {[group?.Title, group?.Description].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Actions {...actions} isLoaded={group !== undefined} />
      </div>
    </div>
  )
}

function Title({ group }: { group: GroupItem }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <h1 className="min-w-0 text-xl font-semibold break-words text-foreground">{group.Name}</h1>
      <Badge tone={group.GroupType === 'AIGC' ? 'neutral' : 'accent'}>
        {group.GroupType === 'AIGC' ? 'Virtual' : 'Real person'}
      </Badge>
    </div>
  )
}

function Actions({ isLoaded, onEdit, onDelete, onAdd }: { isLoaded: boolean } & GroupActions) {
  const isReady = useHydrated()
  if (!useMay()('models.use')) return null
  return (
    <div className="flex items-center gap-2">
      <Button variant="outline" size="icon" aria-label="Edit person" disabled={!isLoaded} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        variant="outline"
        size="icon"
        aria-label="Delete person"
        disabled={!isLoaded}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      <Button variant="default" disabled={!isReady} onClick={onAdd}>
        <Plus aria-hidden="true" />
        Add asset
      </Button>
    </div>
  )
}

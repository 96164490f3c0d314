'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { BackLink, Page } from '@/components/layout/page'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { ApiError } from '@/lib/client/api-error'
import { paths } from '@/lib/client/paths'
import { assetsQuery, groupQuery } from '@/lib/portraits/queries'
import { DeleteGroupDialog } from '../groups/delete-group-dialog'
import { EditGroupDialog } from '../groups/edit-group-dialog'
import { AddAssetDialog } from './add-asset-dialog'
import { AssetGrid } from './asset-grid'
import { GroupHead } from './group-head'

/** One person: the pictures, videos and sounds that show them. */
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
      <h1 className="sr-only">Portrait group</h1>
      <Panel>
        {isMissing(error) ? (
          <EmptyState
            icon={<Users />}
            title="There is no such group"
            description="It was deleted, or it belongs to another account."
          />
        ) : (
          <ErrorState title="This group could not be loaded" error={error} onRetry={onRetry} />
        )}
      </Panel>
    </Page>
  )
}

/** The API does not tell a group that is gone from somebody else's. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

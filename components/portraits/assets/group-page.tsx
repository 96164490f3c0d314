'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Plus, Trash2, Users } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useHydrated } from '@/components/data/use-hydrated'
import { Page } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/api-error'
import { paths } from '@/lib/client/paths'
import { assetsQuery, groupQuery } from '@/lib/portraits/queries'
import { DeleteGroupDialog } from '../groups/delete-group-dialog'
import { EditGroupDialog } from '../groups/edit-group-dialog'
import { AddAssetDialog } from './add-asset-dialog'
import { AssetGrid } from './asset-grid'

/** One person: the pictures, videos and sounds that show them. */
export function GroupPage({ id }: { id: string }) {
  const router = useRouter()
  const group = useQuery(groupQuery(id))
  const assets = useInfiniteQuery(assetsQuery({ GroupIds: [id] }))
  const [task, setTask] = useState<'add' | 'edit' | 'delete' | null>(null)
  const close = () => setTask(null)
  const isReady = useHydrated()
  if (group.isError)
    return (
      <Page>
        <BackLink />
        <Panel>
          {isMissing(group.error) ? (
            <EmptyState
              icon={<Users />}
              title="There is no such group"
              description="It was deleted, or it belongs to another account."
            />
          ) : (
            <ErrorState
              title="This group could not be loaded"
              error={group.error}
              onRetry={() => group.refetch()}
            />
          )}
        </Panel>
      </Page>
    )
  return (
    <Page>
      <div className="flex flex-col gap-3">
        <BackLink />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            {group.data ? (
              <div className="flex min-w-0 flex-wrap items-center gap-2">
                <h1 className="min-w-0 text-xl font-semibold break-words text-ink">{group.data.Name}</h1>
                <Badge tone={group.data.GroupType === 'AIGC' ? 'neutral' : 'accent'}>
                  {group.data.GroupType === 'AIGC' ? 'Virtual' : 'Real person'}
                </Badge>
              </div>
            ) : (
              <Skeleton className="h-7 w-48" />
            )}
            <p className="mt-0.5 max-w-2xl text-sm break-words text-muted">
              {[group.data?.Title, group.data?.Description].filter(Boolean).join(' · ')}
            </p>
          </div>
          <div className="flex items-center gap-2">
            <Button
              size="icon"
              aria-label="Edit group"
              disabled={!group.data}
              onClick={() => setTask('edit')}
            >
              <Pencil aria-hidden="true" />
            </Button>
            <Button
              size="icon"
              aria-label="Delete group"
              disabled={!group.data}
              onClick={() => setTask('delete')}
            >
              <Trash2 aria-hidden="true" />
            </Button>
            <Button variant="primary" disabled={!isReady} onClick={() => setTask('add')}>
              <Plus aria-hidden="true" />
              Add asset
            </Button>
          </div>
        </div>
      </div>
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

/** The API does not tell a group that is gone from somebody else's. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

function BackLink() {
  return (
    <Link
      href={paths.portraits}
      className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      Portraits
    </Link>
  )
}

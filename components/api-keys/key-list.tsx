import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import type { KeyTask } from './key-actions'
import { KeyCards } from './key-cards'
import { KeyTable } from './key-table'

type KeyListProps = {
  keys: UseQueryResult<ApiKeyRecord[]>
  onTask: (task: KeyTask) => void
  onCreate: () => void
}

export function KeyList({ keys, onTask, onCreate }: KeyListProps) {
  if (keys.isPending) return <KeyListSkeleton />
  if (!keys.data)
    return (
      <ErrorState
        title="The keys could not be loaded"
        error={keys.error}
        onRetry={() => void keys.refetch()}
        retrying={keys.isFetching}
      />
    )
  if (keys.data.length === 0)
    return (
      <EmptyState
        icon={<KeyRound />}
        title="No keys yet"
        description="A key lets a program call models in your name. Create one and send the first request."
        action={
          <Button variant="primary" onClick={onCreate}>
            Create the first key
          </Button>
        }
      />
    )
  return (
    <div className="@container">
      <div className="hidden @min-[54rem]:block">
        <KeyTable keys={keys.data} onTask={onTask} />
      </div>
      <div className="@min-[54rem]:hidden">
        <KeyCards keys={keys.data} onTask={onTask} />
      </div>
    </div>
  )
}

function KeyListSkeleton() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading keys</span>
      {[64, 48, 56].map((width) => (
        <div key={width} className="flex h-16 items-center gap-6 px-4">
          <div className="flex w-1/3 flex-col gap-2">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-2.5 w-1/3" />
          </div>
          <Skeleton className="w-1/5 max-sm:hidden" />
          <Skeleton className="w-1/6 max-sm:hidden" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  )
}

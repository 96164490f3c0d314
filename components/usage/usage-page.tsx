'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Activity, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import { recentRequestsQuery } from '@/lib/usage/queries'
import { RequestList } from './request-list'
import { RequestListSkeleton } from './request-list-skeleton'

export function UsagePage() {
  const recent = useInfiniteQuery(recentRequestsQuery())
  const requests = recent.data?.pages.flatMap((page) => page.items)
  return (
    <Page>
      <PageHeader
        title="Usage"
        description="Every request that reached a provider, newest first, and how its cost came about."
        actions={
          <Button onClick={() => void recent.refetch()} loading={recent.isRefetching}>
            <RotateCw aria-hidden="true" />
            Refresh
          </Button>
        }
      />
      <Panel>
        {recent.isPending && <RequestListSkeleton rows={10} />}
        {recent.error && !requests && (
          <ErrorState
            title="The requests could not be loaded"
            error={recent.error}
            onRetry={() => void recent.refetch()}
            retrying={recent.isFetching}
          />
        )}
        {requests?.length === 0 && <NoRequests />}
        {requests && requests.length > 0 && <RequestList requests={requests} />}
        {recent.hasNextPage && (
          <div className="flex items-center justify-center gap-3 border-t border-line p-3">
            <Button onClick={() => void recent.fetchNextPage()} loading={recent.isFetchingNextPage}>
              Load more
            </Button>
            {recent.isFetchNextPageError && (
              <p role="alert" className="text-sm text-danger-text">
                {recent.error?.message}
              </p>
            )}
          </div>
        )}
      </Panel>
    </Page>
  )
}

function NoRequests() {
  return (
    <EmptyState
      icon={<Activity />}
      title="No requests yet"
      description="What you send, from the playground or with a key, is listed here with its tokens, its time and its bill."
      action={
        <Button asChild>
          <Link href={paths.playground}>Open the playground</Link>
        </Button>
      }
    />
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { RequestList } from '@/components/money/usage/requests/request-list'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import { latestRequestsQuery } from '@/lib/money/usage/queries'

const SHOWN = 8

export function LatestRequests() {
  const latest = useQuery(overviewRequestsQuery())
  const items = latest.data?.items.slice(0, SHOWN)
  const [openedId, setOpenedId] = useState<string | null>(null)
  return (
    <Panel>
      <PanelHeader
        title="Latest requests"
        actions={
          items &&
          items.length > 0 && (
            <Link
              href={paths.usage}
              className="press-line rounded-xs text-sm text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
            >
              All requests
            </Link>
          )
        }
      />
      {latest.isPending && <RowsSkeleton what="requests" rows={SHOWN} className="h-10 max-lg:h-16" />}
      <LoadError query={latest} what="The requests" />
      {items?.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted-foreground">
          No requests yet. Each appears here with its tokens, duration and cost.
        </p>
      )}
      {items && items.length > 0 && (
        <RequestList requests={items} openedId={openedId} onOpenedChange={setOpenedId} />
      )}
    </Panel>
  )
}

/** The requests of the overview: enough to find one with a key; the first few are listed. */
export function overviewRequestsQuery() {
  return latestRequestsQuery(50)
}

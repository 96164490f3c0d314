'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { balanceEntriesQuery } from '@/lib/billing/queries'
import { Pager } from '../pager'
import { EntryTable } from './entry-table'

const PAGE_SIZE = 10

/** What moved the balance besides requests. Nothing while nothing did: the orders say how to begin. */
export function EntryPanel() {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    balanceEntriesQuery({ limit: PAGE_SIZE, offset }),
  )
  if (!error && !data?.total) return null
  return (
    <Panel aria-label="Credits and debits">
      <PanelHeader
        title="Credits and debits"
        description="What came into and went out of the balance. Requests are listed under Usage."
      />
      {data ? (
        <div aria-busy={isPlaceholderData}>
          <EntryTable entries={data.items} />
          <Pager
            page={data}
            what="credits and debits"
            onOffsetChange={setOffset}
            loading={isPlaceholderData}
          />
        </div>
      ) : (
        error && (
          <ErrorState
            title="The credits and debits could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )
      )}
    </Panel>
  )
}

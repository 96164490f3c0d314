'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { LoadError, MoreItems, RowsSkeleton } from '@/components/data/loaded'
import { SearchBox } from '@/components/forms/search-box'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { apiPaths, paths } from '@/lib/client/paths'
import { type RecentFilters, recentRequestsQuery } from '@/lib/money/usage/queries'
import { CsvLink } from '../csv-link'
import { knownUntil, withLiveRows } from '../live/live-rows'
import { LiveSwitch } from '../live/live-switch'
import { useLive } from '../live/use-live'
import { FilterSelect } from '../toolbar/usage-toolbar'
import { noFilters, recentFilters, type ZonedRange } from '../view/usage-range'
import { type ChangeView, modalities, statuses, type UsageView } from '../view/usage-view'
import { RequestList } from './request-list'

type RequestPanelProps = { view: UsageView; zoned: ZonedRange | null; onChange: ChangeView }

/** The requests of the range, newest first; more load on scrolling. */
export function RequestPanel({ view, zoned, onChange }: RequestPanelProps) {
  const recent = useInfiniteQuery({
    ...recentRequestsQuery(zoned ? recentFilters(view, zoned) : {}),
    enabled: zoned !== null,
  })
  const requests = recent.data?.pages.flatMap((page) => page.items)
  const list = useRef<HTMLDivElement>(null)
  const isToday = zoned !== null && zoned.range.end >= zoned.today
  const [isLive, setLive] = useState(true)
  const follows = isToday && isLive && recent.isSuccess && !recent.isPlaceholderData
  const live = useLiveRequests(follows, zoned ? recentFilters(view, zoned) : {}, list)
  const isFiltered = view.model ?? view.key ?? view.user ?? view.tag ?? view.status ?? view.modality
  return (
    <Panel>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-2">
        <div className="flex items-center gap-2">
          <h2 className="text-sm font-semibold">Requests</h2>
          {isToday && <LiveSwitch on={isLive} onChange={setLive} {...live} />}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <RequestFilters view={view} onChange={onChange} />
          <CsvLink
            path={apiPaths.recentUsage}
            filters={zoned && recentFilters(view, zoned)}
            label="CSV of these requests"
          />
        </div>
      </div>
      {recent.isPending && <RowsSkeleton what="requests" rows={10} className="h-10 max-lg:h-16" />}
      <LoadError query={recent} what="Requests" />
      {requests?.length === 0 && (isFiltered ? <NoneFound onChange={onChange} /> : <NoRequests />)}
      <div
        ref={list}
        aria-busy={recent.isPlaceholderData}
        className={cn('transition-opacity', recent.isPlaceholderData && 'opacity-60')}
      >
        <RequestList
          requests={requests ?? []}
          openedId={view.request}
          zone={zoned?.zone}
          onOpenedChange={(request) => onChange({ request })}
        />
      </div>
      <MoreItems list={recent} />
    </Panel>
  )
}

/** Puts requests into the loaded list as they are settled. */
function useLiveRequests(follows: boolean, filters: RecentFilters, list: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const { queryKey } = recentRequestsQuery(filters)
  const reload = () => client.resetQueries({ queryKey })
  return useLive({
    path: follows ? apiPaths.liveRequests : null,
    query: filters,
    known: () => knownUntil(client.getQueryData(queryKey)?.pages[0]?.items ?? []),
    list,
    onRows(rows) {
      const known = client.getQueryData(queryKey)
      const all = known && withLiveRows(known.pages, rows)
      if (all) client.setQueryData(queryKey, { pages: [all], pageParams: [''] })
      else void reload()
    },
    onGap: () => void reload(),
  })
}

function NoneFound({ onChange }: { onChange: ChangeView }) {
  return (
    <EmptyState
      title="No matching requests"
      description="No request in this period matches all filters."
      action={
        <Button variant="outline" onClick={() => onChange({ ...noFilters, status: null, modality: null })}>
          Clear filters
        </Button>
      }
    />
  )
}

function NoRequests() {
  return (
    <EmptyState
      icon={<Activity />}
      title="No requests in this period"
      description="Requests from the playground and your API keys appear here with their usage and cost."
      action={
        <Button variant="outline" asChild>
          <Link href={paths.playground}>Open the playground</Link>
        </Button>
      }
    />
  )
}

/** Filters of the list alone, and a search by request ID. */
function RequestFilters({ view, onChange }: { view: UsageView; onChange: ChangeView }) {
  return (
    <>
      <RequestFinder onFind={(request) => onChange({ request })} />
      <FilterSelect
        name="Status"
        all="Any status"
        options={statuses}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        name="Kind"
        all="Any kind"
        options={modalities}
        value={view.modality}
        onChange={(modality) => onChange({ modality })}
      />
    </>
  )
}

/** Opens a request by its ID (the answer's `x-request-id`), listed or not. */
function RequestFinder({ onFind }: { onFind: (id: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id')).trim()
    if (id === '') return
    onFind(id)
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={submit} className="max-sm:w-full">
      <SearchBox
        label="Find by request ID"
        placeholder="Request ID"
        name="id"
        autoComplete="off"
        spellCheck={false}
        className="sm:w-40"
      />
    </form>
  )
}

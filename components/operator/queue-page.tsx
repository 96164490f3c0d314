'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Stat, StatGrid } from '@/components/data/facts'
import { Loaded } from '@/components/data/loaded'
import { Pager, useOffset } from '@/components/data/pager'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime, RelativeTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { jobDescription, jobTitle } from '@/components/operator/job-names'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { jobsQuery, queueQuery } from '@/lib/operator/admin/queries'
import type { Job, JobState, QueueCounts, QueueReply } from '@/lib/operator/admin/schema'

const JobSheet = whenOpened(
  () => import('@/components/operator/job-sheet').then((module) => module.JobSheet),
  ({ job }) => job !== null,
)

export function QueuePage() {
  const queue = useQuery(queueQuery())
  const [opened, setOpened] = useState<Job | null>(null)
  return (
    <Page>
      <PageHeader title="Queue" description="Background jobs that are queued, running or out of retries." />
      <QueueStats totals={queue.data?.totals} isMissing={queue.isError} />
      <JobPanel onOpen={setOpened} />
      <Panel>
        <PanelHeader title="Job types" />
        <Loaded query={queue} what="job types" rows={6}>
          {({ queues }) => <QueueTable queues={queues} />}
        </Loaded>
      </Panel>
      <JobSheet job={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

type QueueStatsProps = {
  totals: QueueReply['totals'] | undefined
  /** The totals could not be loaded. */
  isMissing: boolean
}

function QueueStats({ totals, isMissing }: QueueStatsProps) {
  const of = (name: Exclude<keyof QueueReply['totals'], 'waiting_since'>) =>
    totals ? formatNumber(totals[name]) : isMissing ? '–' : undefined
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat
          name="Queued"
          note={
            totals?.waiting_since && (
              <>
                oldest <RelativeTime at={totals.waiting_since} />
              </>
            )
          }
        >
          {of('waiting')}
        </Stat>
        <Stat name="Running">{of('active')}</Stat>
        <Stat name="Scheduled">{of('deferred')}</Stat>
        <Stat name="Failed">{of('failed')}</Stat>
        <Stat name="Completed">{of('completed')}</Stat>
      </StatGrid>
    </section>
  )
}

function QueueTable({ queues }: { queues: readonly QueueCounts[] }) {
  const [isWhole, setWhole] = useState(false)
  if (queues.length === 0) return <EmptyState title="No jobs yet" description="Nothing has been queued." />
  const busy = queues.filter((queue) => open.some((state) => queue[state] > 0))
  const idle = queues.length - busy.length
  const shown = isWhole ? queues : busy
  return (
    <>
      {shown.length > 0 && (
        <RecordTable label="Job types" rows={shown} columns={columns} keyOf={({ name }) => name} />
      )}
      {idle > 0 && (
        <div className={cn('p-2', shown.length > 0 && 'border-t border-border')}>
          <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide' : 'Show'} {formatNumber(idle)} idle {idle === 1 ? 'job type' : 'job types'}
          </Button>
        </div>
      )}
    </>
  )
}

const columns: readonly Column<QueueCounts>[] = [
  {
    name: 'Job',
    className: 'whitespace-normal',
    title: ({ name }) => name,
    cell: ({ name }) => (
      <>
        <span className="block font-medium wrap-anywhere">{jobTitle(name)}</span>
        <span className="block text-xs text-faint-foreground">{jobDescription(name)}</span>
      </>
    ),
  },
  count('Queued', 'waiting'),
  count('Running', 'active'),
  count('Scheduled', 'deferred', 'max-sm:hidden'),
  count('Failed', 'failed'),
  count('Completed', 'completed', 'max-sm:hidden'),
]

const open = ['waiting', 'active', 'deferred', 'failed'] as const
type State = (typeof open)[number] | 'completed'

function count(name: string, state: State, shown = ''): Column<QueueCounts> {
  return {
    name,
    numeric: true,
    shown,
    className: ({ [state]: jobs }) =>
      cn(jobs === 0 && 'text-faint-foreground', state === 'failed' && jobs > 0 && 'text-destructive-text'),
    cell: ({ [state]: jobs }) => formatNumber(jobs),
  }
}

const states: { value: JobState; label: string }[] = [
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Queued' },
  { value: 'active', label: 'Running' },
  { value: 'deferred', label: 'Scheduled' },
  { value: 'completed', label: 'Completed' },
]

const PAGE = 25

/** Jobs with one status, a page at a time; each opens to its details. */
function JobPanel({ onOpen }: { onOpen: (job: Job) => void }) {
  const state = useOption(states, 'failed')
  const [offset, setOffset] = useOffset(state.value)
  const jobs = useQuery(jobsQuery({ state: state.value, offset, limit: PAGE }))
  return (
    <Panel>
      <PanelHeader title="Jobs" actions={<OptionSelect aria-label="Status" className="w-32" {...state} />} />
      <Loaded query={jobs} what="jobs" rows={3}>
        {({ items, has_more }) => (
          <>
            {items.length === 0 ? (
              <NoJobs state={state.value} />
            ) : (
              <RecordTable
                label="Jobs"
                rows={items}
                columns={columnsOf(onOpen)}
                keyOf={({ id }) => id}
                isFixed
                isPressable
              />
            )}
            <Pager
              page={{ offset, limit: PAGE, items, has_more }}
              what="jobs"
              loading={jobs.isPlaceholderData}
              onOffsetChange={setOffset}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function NoJobs({ state }: { state: JobState }) {
  if (state !== 'failed')
    return <EmptyState title="No jobs" description="No jobs have this status." className="py-10" />
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="No failed jobs"
      description="Failed jobs are retried. Jobs that ran out of retries are listed here."
      className="py-10"
    />
  )
}

const columnsOf = (onOpen: (job: Job) => void): readonly Column<Job>[] => [
  {
    name: 'Job',
    width: 'sm:w-[32%]',
    cell: (job) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(job)}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-border-strong underline-offset-3 hover:underline"
        >
          {jobTitle(job.queue)}
        </button>
        <span className="block truncate text-xs text-destructive-text sm:hidden">{job.error?.message}</span>
      </>
    ),
  },
  {
    name: 'Error',
    width: 'w-[36%]',
    shown: 'max-sm:hidden',
    className: 'truncate text-xs text-muted-foreground',
    title: ({ error }) => error?.message,
    cell: ({ error }) => error?.message ?? '–',
  },
  {
    name: 'Attempts',
    numeric: true,
    width: 'w-20',
    className: 'text-muted-foreground',
    cell: ({ tries, max_tries }) => `${tries} of ${max_tries}`,
  },
  {
    name: 'Time',
    numeric: true,
    width: 'w-28',
    className: 'text-muted-foreground',
    cell: (job) => <RecentTime at={job.finished_at ?? job.started_at ?? job.created_at} />,
  },
]

'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime } from '@/components/data/relative-time'
import { OptionSelect } from '@/components/forms/option-select'
import { jobTitle } from '@/components/operator/job-words'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { jobsQuery } from '@/lib/operator/admin/queries'
import type { Job, JobState } from '@/lib/operator/admin/schema'

const states: { value: JobState; label: string }[] = [
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Queued' },
  { value: 'active', label: 'Running' },
  { value: 'deferred', label: 'Scheduled' },
  { value: 'completed', label: 'Completed' },
]

const PAGE = 25

/** Jobs with one status, a page at a time; each opens to its details. */
export function JobPanel({ onOpen }: { onOpen: (job: Job) => void }) {
  const [state, setState] = useState<JobState>('failed')
  const [offset, setOffset] = useState(0)
  const jobs = useQuery(jobsQuery({ state, offset, limit: PAGE }))
  return (
    <Panel>
      <PanelHeader
        title="Jobs"
        actions={
          <OptionSelect
            aria-label="Status"
            className="w-32"
            options={states}
            value={state}
            onValueChange={(next) => {
              setState(next)
              setOffset(0)
            }}
          />
        }
      />
      <Loaded query={jobs} what="jobs" rows={3}>
        {({ items, has_more }) => (
          <>
            {items.length === 0 ? (
              <NoJobs state={state} />
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
            {(offset > 0 || has_more) && (
              <div className="flex justify-end gap-2 border-t border-line p-3">
                <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
                  Newer
                </Button>
                <Button disabled={!has_more} onClick={() => setOffset(offset + PAGE)}>
                  Older
                </Button>
              </div>
            )}
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
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {jobTitle(job.queue)}
        </button>
        <span className="block truncate text-xs text-danger-text sm:hidden">{job.error?.message}</span>
      </>
    ),
  },
  {
    name: 'Error',
    width: 'w-[36%]',
    shown: 'max-sm:hidden',
    className: 'truncate text-xs text-muted',
    title: ({ error }) => error?.message,
    cell: ({ error }) => error?.message ?? '–',
  },
  {
    name: 'Attempts',
    numeric: true,
    width: 'w-20',
    className: 'text-muted',
    cell: ({ tries, max_tries }) => `${tries} of ${max_tries}`,
  },
  {
    name: 'Time',
    numeric: true,
    width: 'w-28',
    className: 'text-muted',
    cell: (job) => <RecentTime at={job.finished_at ?? job.started_at ?? job.created_at} />,
  },
]

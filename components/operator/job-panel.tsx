'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { RecentTime } from '@/components/data/relative-time'
import { OptionSelect } from '@/components/forms/option-select'
import { jobTitle } from '@/components/operator/job-words'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { jobsQuery } from '@/lib/operator/admin/queries'
import type { Job, JobState } from '@/lib/operator/admin/schema'

const states: { value: JobState; label: string }[] = [
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'active', label: 'Running' },
  { value: 'deferred', label: 'For later' },
  { value: 'completed', label: 'Done' },
]

const PAGE = 25

/** Jobs in one state, a page at a time; each opens to what is known of it. */
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
            aria-label="State"
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
            {items.length === 0 ? <NoJobs state={state} /> : <JobTable jobs={items} onOpen={onOpen} />}
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
    return <EmptyState title="No jobs" description="No job is in this state." className="py-10" />
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="Nothing failed"
      description="Failed jobs are tried again. Those whose last try failed are listed here."
      className="py-10"
    />
  )
}

type JobTableProps = { jobs: readonly Job[]; onOpen: (job: Job) => void }

function JobTable({ jobs, onOpen }: JobTableProps) {
  return (
    <Table label="Jobs" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="sm:w-[32%]">Work</TableHead>
          <TableHead className="w-[36%] max-sm:hidden">Error</TableHead>
          <TableHead numeric className="w-20">
            Tries
          </TableHead>
          <TableHead numeric className="w-28">
            When
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {jobs.map((job) => (
          <PressableRow key={job.id}>
            <TableCell>
              <button
                type="button"
                onClick={() => onOpen(job)}
                className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
              >
                {jobTitle(job.queue)}
              </button>
              <span className="block truncate text-xs text-danger-text sm:hidden">{job.error?.message}</span>
            </TableCell>
            <TableCell className="truncate text-xs text-muted max-sm:hidden" title={job.error?.message}>
              {job.error?.message ?? '–'}
            </TableCell>
            <TableCell numeric className="text-muted">
              {job.tries} of {job.max_tries}
            </TableCell>
            <TableCell numeric className="text-muted">
              <RecentTime at={job.finished_at ?? job.started_at ?? job.created_at} />
            </TableCell>
          </PressableRow>
        ))}
      </TableBody>
    </Table>
  )
}

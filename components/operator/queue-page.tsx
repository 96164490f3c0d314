'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Stat, StatGrid } from '@/components/data/facts'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { Page, PageHeader } from '@/components/layout/page'
import { JobPanel } from '@/components/operator/job-panel'
import { jobDescription, jobTitle } from '@/components/operator/job-words'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { queueQuery } from '@/lib/operator/admin/queries'
import type { Job, QueueCounts, QueueReply } from '@/lib/operator/admin/schema'

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
  if (queues.length === 0) return <EmptyState title="No jobs yet" description="Nothing has been queued." />
  return <RecordTable label="Job types" rows={queues} columns={columns} keyOf={({ name }) => name} />
}

const columns: readonly Column<QueueCounts>[] = [
  {
    name: 'Job',
    className: 'whitespace-normal',
    title: ({ name }) => name,
    cell: ({ name }) => (
      <>
        <span className="block font-medium wrap-anywhere">{jobTitle(name)}</span>
        <span className="block text-xs text-faint">{jobDescription(name)}</span>
      </>
    ),
  },
  count('Queued', 'waiting'),
  count('Running', 'active'),
  count('Scheduled', 'deferred', 'max-sm:hidden'),
  count('Failed', 'failed'),
  count('Completed', 'completed', 'max-sm:hidden'),
]

type State = 'waiting' | 'active' | 'deferred' | 'failed' | 'completed'

function count(name: string, state: State, shown = ''): Column<QueueCounts> {
  return {
    name,
    numeric: true,
    shown,
    className: ({ [state]: jobs }) =>
      cn(jobs === 0 && 'text-faint', state === 'failed' && jobs > 0 && 'text-danger-text'),
    cell: ({ [state]: jobs }) => formatNumber(jobs),
  }
}

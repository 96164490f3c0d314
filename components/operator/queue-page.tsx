'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { Stat, StatGrid } from '@/components/data/stat'
import { Page, PageHeader } from '@/components/layout/page'
import { JobPanel } from '@/components/operator/job-panel'
import { jobSentence, jobTitle } from '@/components/operator/job-words'
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
      <PageHeader
        title="Queue"
        description="Background work: what is waiting, what is running, and what failed after its last try."
      />
      <QueueStats totals={queue.data?.totals} isMissing={queue.isError} />
      <JobPanel onOpen={setOpened} />
      <Panel>
        <PanelHeader title="Kinds of work" />
        <Loaded query={queue} what="kinds of work" rows={6}>
          {({ queues }) => <QueueTable queues={queues} />}
        </Loaded>
      </Panel>
      <JobSheet job={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

type QueueStatsProps = {
  totals: QueueReply['totals'] | undefined
  /** They could not be loaded: no figure is to come. */
  isMissing: boolean
}

function QueueStats({ totals, isMissing }: QueueStatsProps) {
  const of = (name: Exclude<keyof QueueReply['totals'], 'waiting_since'>) =>
    totals ? formatNumber(totals[name]) : isMissing ? '–' : undefined
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat
          name="Waiting"
          note={
            totals?.waiting_since && (
              <>
                the oldest <RelativeTime at={totals.waiting_since} />
              </>
            )
          }
        >
          {of('waiting')}
        </Stat>
        <Stat name="Running">{of('active')}</Stat>
        <Stat name="For later">{of('deferred')}</Stat>
        <Stat name="Failed">{of('failed')}</Stat>
        <Stat name="Done, still kept">{of('completed')}</Stat>
      </StatGrid>
    </section>
  )
}

function QueueTable({ queues }: { queues: readonly QueueCounts[] }) {
  if (queues.length === 0)
    return <EmptyState title="No work yet" description="Nothing has been queued yet." />
  return <RecordTable label="Kinds of work" rows={queues} columns={columns} keyOf={({ name }) => name} />
}

const columns: readonly Column<QueueCounts>[] = [
  {
    name: 'Work',
    className: 'whitespace-normal',
    title: ({ name }) => name,
    cell: ({ name }) => (
      <>
        <span className="block font-medium wrap-anywhere">{jobTitle(name)}</span>
        <span className="block text-xs text-faint">{jobSentence(name)}</span>
      </>
    ),
  },
  count('Waiting', 'waiting'),
  count('Running', 'active'),
  count('For later', 'deferred', 'max-sm:hidden'),
  count('Failed', 'failed'),
  count('Done', 'completed', 'max-sm:hidden'),
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

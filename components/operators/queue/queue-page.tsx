'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page, PageHeader } from '@/components/layout/page'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { queueQuery } from '@/lib/operators/queries'
import type { Job } from '@/lib/operators/schema'
import { Loaded } from '../loaded'
import { JobPanel } from './job-panel'
import { JobSheet } from './job-sheet'
import { QueueStats } from './queue-stats'
import { QueueTable } from './queue-table'

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
        <PanelHeader title="Queues" />
        <Loaded query={queue} what="queues" rows={6}>
          {({ queues }) => <QueueTable queues={queues} />}
        </Loaded>
      </Panel>
      <JobSheet job={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

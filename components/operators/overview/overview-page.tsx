'use client'

import { useQuery } from '@tanstack/react-query'
import { Page, PageHeader } from '@/components/layout/page'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { overviewQuery } from '@/lib/operators/queries'
import { Loaded } from '../loaded'
import { AttentionList } from './attention-list'
import { InstallationStats } from './installation-stats'
import { ProcessTable } from './process-table'

export function OverviewPage() {
  const overview = useQuery(overviewQuery())
  return (
    <Page>
      <PageHeader
        title="Installation"
        description="How this installation is doing, and what needs your attention."
      />
      <InstallationStats overview={overview.data} isMissing={overview.isError} />
      <Panel>
        <PanelHeader title="Needs attention" />
        <Loaded query={overview} what="findings" rows={2}>
          {({ attention }) => <AttentionList attention={attention} />}
        </Loaded>
      </Panel>
      <Panel>
        <PanelHeader title="Processes" description="Seen within the last 20 seconds." />
        <Loaded query={overview} what="processes" rows={1}>
          {({ processes }) => <ProcessTable processes={processes} />}
        </Loaded>
      </Panel>
    </Page>
  )
}

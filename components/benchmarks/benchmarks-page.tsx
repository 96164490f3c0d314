'use client'

import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Page, PageHeader } from '@/components/layout/page'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { runsQuery } from '@/lib/benchmarks/queries'
import { paths } from '@/lib/client/paths'
import { ImportDialog } from './import-dialog'
import { ImportsPanel } from './imports-panel'
import { RunSheet } from './run-sheet'
import { RunTable } from './run-table'
import { StartPanel } from './start-panel'

/** Measures models: a form that says what it costs, and every run with what it has found. */
export function BenchmarksPage() {
  const runs = useQuery(runsQuery())
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = runs.data?.data.find(({ id }) => id === openedId) ?? null
  return (
    <Page>
      <PageHeader
        title="Benchmarks"
        description={
          <>
            Suites of our own, asked through the gateway and graded by code. Their scores appear in the{' '}
            <Link
              href={`${paths.rankings}#benchmarks`}
              className="text-accent-text underline underline-offset-3"
            >
              rankings
            </Link>
            .
          </>
        }
        actions={<ImportDialog />}
      />
      <StartPanel onStarted={setOpenedId} />
      <Panel>
        <PanelHeader title="Runs" />
        {runs.data === undefined ? (
          <RunsPending error={runs.error} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />
        ) : runs.data.data.length === 0 ? (
          <EmptyState
            icon={<Gauge />}
            title="Nothing measured yet"
            description="Choose a model above and start a run."
          />
        ) : (
          <RunTable runs={runs.data.data} onOpen={setOpenedId} />
        )}
      </Panel>
      <ImportsPanel />
      <RunSheet run={opened} onClose={() => setOpenedId(null)} />
    </Page>
  )
}

type PendingProps = { error: Error | null; onRetry: () => void; retrying: boolean }

function RunsPending({ error, onRetry, retrying }: PendingProps) {
  if (error)
    return (
      <ErrorState title="The runs could not be loaded" error={error} onRetry={onRetry} retrying={retrying} />
    )
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">Loading runs</span>
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/5" />
    </div>
  )
}

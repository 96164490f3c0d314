'use client'

import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime } from '@/components/data/relative-time'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatUtcDay } from '@/lib/client/format/time'
import { statementsQuery } from '@/lib/operator/accounts/queries'
import type { Statement } from '@/lib/operator/accounts/schema'

const StatementSheet = whenOpened(
  () => import('./statement-sheet').then((module) => module.StatementSheet),
  ({ statement }) => statement !== null,
)

const AddStatementDialog = whenOpened(
  () => import('./add-statement-dialog').then((module) => module.AddStatementDialog),
  ({ open }) => open,
)

/** Providers' statements, compared by day and model with what was recorded at cost. */
export function StatementsPage() {
  const statements = useQuery(statementsQuery())
  const [opened, setOpened] = useState<Statement | null>(null)
  const [isAdding, setAdding] = useState(false)
  return (
    <Page>
      <PageHeader
        title="Statements"
        description="What providers billed, compared by UTC day and model with what was recorded at cost."
        actions={<Button onClick={() => setAdding(true)}>Compare a statement</Button>}
      />
      <Panel>
        <PanelHeader title="Comparisons" />
        <Loaded query={statements} what="statements" rows={3}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<FileSpreadsheet />}
                title="No statements yet"
                description="Upload a provider’s CSV, or fetch a statement with an admin key."
              />
            ) : (
              <RecordTable
                label="Comparisons"
                rows={all}
                columns={columnsWith(setOpened)}
                keyOf={({ id }) => id}
                isPressable
              />
            )
          }
        </Loaded>
      </Panel>
      <StatementSheet statement={opened} onClose={() => setOpened(null)} />
      <AddStatementDialog open={isAdding} onOpenChange={setAdding} />
    </Page>
  )
}

const columnsWith = (onOpen: (statement: Statement) => void): readonly Column<Statement>[] => [
  {
    name: 'Provider',
    cell: (statement) => (
      <button type="button" className="font-medium" onClick={() => onOpen(statement)}>
        {statement.provider_id}
      </button>
    ),
  },
  { name: 'Days', cell: ({ start_date, end_date }) => daysOf(start_date, end_date) },
  money('Billed', 'billed'),
  money('Recorded', 'recorded'),
  { name: 'Result', cell: (statement) => <Result statement={statement} /> },
  {
    name: 'Compared',
    shown: 'max-sm:hidden',
    cell: ({ created_at }) => <RecentTime at={created_at} />,
  },
]

function money(name: string, field: 'billed' | 'recorded'): Column<Statement> {
  return {
    name,
    numeric: true,
    cell: ({ [field]: amount }) => (amount === null ? '–' : formatMoney(amount, 'sum')),
  }
}

export function daysOf(start: string, end: string): string {
  return start === end ? formatUtcDay(start) : `${formatUtcDay(start)} – ${formatUtcDay(end)}`
}

function Result({ statement: { status, differences } }: { statement: Statement }) {
  if (status === 'queued') return <Badge>Comparing</Badge>
  if (status === 'failed') return <Badge tone="danger">Failed</Badge>
  if (differences === 0) return <Badge tone="success">No differences</Badge>
  return <Badge tone="warning">{differences === 1 ? '1 difference' : `${differences} differences`}</Badge>
}

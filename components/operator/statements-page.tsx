'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime } from '@/components/data/relative-time'
import { FileDrop } from '@/components/forms/file-drop'
import { OptionSelect } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { formatDateTime, formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { addStatementMutation, statementQuery, statementsQuery } from '@/lib/operator/accounts/queries'
import type { Statement, StatementRow } from '@/lib/operator/accounts/schema'
import { operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'

/** Providers' statements, compared by day and model with what was recorded at cost. */
export function StatementsPage() {
  const statements = useQuery(statementsQuery())
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = statements.data?.find(({ id }) => id === openedId)
  const nameOf = useProviderNames()
  return (
    <Page>
      <PageHeader
        title="Statements"
        description="What providers billed, compared by UTC day and model with what was recorded at cost."
      />
      <AddStatement onAdded={setOpenedId} />
      <Panel>
        <PanelHeader title="Comparisons" />
        <Loaded query={statements} what="statements" rows={3}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<FileSpreadsheet />}
                title="No statements yet"
                description="Compare a provider’s CSV, or fetch its statement with an admin key."
              />
            ) : (
              <RecordTable
                label="Comparisons"
                rows={all}
                columns={columnsWith(setOpenedId, nameOf)}
                keyOf={({ id }) => id}
                isPressable
              />
            )
          }
        </Loaded>
      </Panel>
      {opened?.status === 'done' && <Differences statement={opened} provider={nameOf(opened.provider_id)} />}
    </Page>
  )
}

function AddStatement({ onAdded }: { onAdded: (id: string) => void }) {
  const { data: providers = [] } = useQuery(operatorProvidersQuery())
  const add = useMutation(addStatementMutation())
  const [id, setId] = useState('')
  const account = providers.find((one) => one.id === id)?.account
  const send = (source: { csv?: string }) =>
    add.mutate(
      { provider_id: id, ...source },
      {
        onSuccess: (statement) => onAdded(statement.id),
        onError: (error) => toast.error(error.message),
      },
    )
  return (
    <Panel>
      <PanelHeader title="Compare a statement" />
      <PanelBody className="flex flex-wrap items-center gap-3">
        <OptionSelect
          aria-label="Provider"
          className="w-56"
          placeholder="Choose a provider"
          options={providers.map(({ id: value, name }) => ({ value, label: name }))}
          value={id}
          onValueChange={setId}
        />
        <FileDrop
          accept=".csv,text/csv"
          className="flex-1 basis-60 px-4 py-3"
          disabled={id === '' || add.isPending}
          onFiles={([file]) => void file?.text().then((csv) => send({ csv }))}
        >
          Drop or choose a CSV with a day, a model and a cost in USD
        </FileDrop>
        {account?.has_statements && (
          <Button
            variant="outline"
            disabled={account.admin_key === null}
            loading={add.isPending}
            title={account.admin_key === null ? 'Add an admin key to the provider first' : undefined}
            onClick={() => send({})}
          >
            Fetch the last 30 days
          </Button>
        )}
      </PanelBody>
    </Panel>
  )
}

type NameOf = (providerId: string) => string

/** A provider that was removed since has its ID only. */
function useProviderNames(): NameOf {
  const { data: providers = [] } = useQuery(operatorProvidersQuery())
  return (providerId) => providers.find(({ id }) => id === providerId)?.name ?? providerId
}

const columnsWith = (onOpen: (id: string) => void, nameOf: NameOf): readonly Column<Statement>[] => [
  {
    name: 'Provider',
    cell: ({ id, provider_id }) => (
      <button type="button" className="font-medium" onClick={() => onOpen(id)}>
        {nameOf(provider_id)}
      </button>
    ),
  },
  {
    name: 'Days',
    shown: 'max-sm:hidden',
    cell: ({ start_date: first, end_date: last }) =>
      first === last ? formatUtcDay(first) : `${formatUtcDay(first)} – ${formatUtcDay(last)}`,
  },
  money('Billed', 'billed'),
  money('Recorded', 'recorded'),
  { name: 'Result', cell: (statement) => <Result statement={statement} /> },
  { name: 'Compared', shown: 'max-md:hidden', cell: ({ created_at }) => <RecentTime at={created_at} /> },
]

function money(name: string, field: 'billed' | 'recorded'): Column<Statement> {
  const cell = ({ [field]: amount }: Statement) => (amount === null ? '–' : formatMoney(amount, 'sum'))
  return { name, numeric: true, shown: 'max-sm:hidden', cell }
}

function Result({ statement: { status, differences, problem } }: { statement: Statement }) {
  if (status === 'queued') return <Badge>Comparing</Badge>
  if (status === 'failed') return <Badge tone="danger">{problem ?? 'Failed'}</Badge>
  if (differences === 0) return <Badge tone="success">No differences</Badge>
  return <Badge tone="warning">{differences === 1 ? '1 difference' : `${differences} differences`}</Badge>
}

/** The days and models that differ, with the requests behind them. */
function Differences({ statement: { id }, provider }: { statement: Statement; provider: string }) {
  const statement = useQuery(statementQuery(id))
  return (
    <Panel>
      <PanelHeader
        title={`Differences at ${provider}`}
        description="Days and models whose amounts differ by more than one percent and one cent."
      />
      <Loaded query={statement} what="statement" rows={4}>
        {({ rows }) => (
          <ul className="divide-y divide-border">
            {rows
              .filter(({ differs }) => differs)
              .map((row) => (
                <Difference key={`${row.date} ${row.model_id} ${row.billed_as}`} row={row} />
              ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Difference({
  row: { date, model_id, billed_as, billed, recorded, requests },
}: {
  row: StatementRow
}) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{model_id ?? (billed_as.join(', ') || 'No model')}</span>
        <span className="text-faint-foreground">{formatUtcDay(date)}</span>
      </span>
      <span className="figures text-muted-foreground">
        Billed {formatMoney(billed, 'exact')}, recorded {formatMoney(recorded, 'exact')}
      </span>
      {requests.length > 0 && (
        <details>
          <summary className="cursor-pointer text-xs text-muted-foreground">
            Most expensive requests ({requests.length})
          </summary>
          <ul className="mt-2 flex flex-col gap-1.5 text-xs">
            {requests.map((request) => (
              <li key={request.id} className="flex flex-wrap gap-x-4">
                <span className="font-mono wrap-anywhere">{request.id}</span>
                <span className="figures">{formatMoney(request.recorded, 'exact')}</span>
                <span className="text-faint-foreground">{formatDateTime(request.created_at)}</span>
                <span className="text-faint-foreground">
                  {formatNumber(request.prompt_tokens + request.completion_tokens)} tokens
                </span>
                <Link className="underline" href={paths.adminCustomer(request.customer_id)}>
                  Customer
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { modalities, modalityNames } from '@/components/catalog/models/modality'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { CatalogSwitch } from '@/components/operator/catalog-controls'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { priceInShort } from './price-lines'

const ModelDialog = whenOpened(
  () => import('./model-dialog').then((module) => module.ModelDialog),
  ({ open }) => open,
)

const modalityFilters = [
  { value: 'all' as const, label: 'All types' },
  ...modalities.map((value) => ({ value, label: modalityNames[value] })),
]

const stateFilters = [
  { value: 'all', label: 'All statuses' },
  { value: 'callable', label: 'Available' },
  { value: 'unconnected', label: 'Not connected' },
  { value: 'unavailable', label: 'Unavailable' },
  { value: 'disabled', label: 'Disabled' },
] as const

/** More rows are drawn on request. */
const FIRST_ROWS = 100

export function ModelsPage() {
  const models = useQuery(operatorModelsQuery())
  const [text, setText] = useState('')
  const modality = useOption(modalityFilters, 'all')
  const state = useOption(stateFilters, 'all')
  const [adding, setAdding] = useState(false)
  const isShown = (model: OperatorModelItem) =>
    (modality.value === 'all' || model.modality === modality.value) &&
    (state.value === 'all' || model.state === state.value) &&
    `${model.id} ${model.name} ${model.providers.map(({ id }) => id).join(' ')}`
      .toLowerCase()
      .includes(text.trim().toLowerCase())
  return (
    <Page>
      <PageHeader
        title="Models"
        description="The models in your catalog, with their providers and prices."
        actions={
          <>
            <Button variant="outline" onClick={() => setAdding(true)}>
              Add model
            </Button>
            <Button variant="default" asChild>
              <Link href={paths.adminDiscover()}>Discover models</Link>
            </Button>
          </>
        }
      />
      <Panel>
        <ListFilters label="Search models or providers" text={text} onText={setText}>
          <OptionSelect aria-label="Type" className="w-34" {...modality} />
          <OptionSelect aria-label="Status" className="w-36" {...state} />
        </ListFilters>
        <Loaded query={models} what="models" rows={8}>
          {(all) => (
            <FoundModels key={`${text} ${modality.value} ${state.value}`} models={all.filter(isShown)} />
          )}
        </Loaded>
      </Panel>
      <ModelDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

function FoundModels({ models }: { models: readonly OperatorModelItem[] }) {
  const [isWhole, setWhole] = useState(false)
  if (models.length === 0)
    return <EmptyState title="No matching models" description="Try a different search or filter." />
  return (
    <>
      <RecordTable
        label="Models"
        rows={isWhole ? models : models.slice(0, FIRST_ROWS)}
        columns={columns}
        keyOf={({ id }) => id}
        isFixed
        isPressable
        rowClassName="h-13"
      />
      {!isWhole && models.length > FIRST_ROWS && (
        <div className="flex justify-center border-t border-border p-3">
          <Button variant="outline" onClick={() => setWhole(true)}>
            Show all {formatNumber(models.length)}
          </Button>
        </div>
      )}
    </>
  )
}

const states = {
  callable: { tone: 'success', label: 'Available' },
  unconnected: { tone: 'neutral', label: 'Not connected' },
  unavailable: { tone: 'warning', label: 'Unavailable' },
  disabled: { tone: 'warning', label: 'Disabled' },
} as const

const columns: readonly Column<OperatorModelItem>[] = [
  {
    name: 'Model',
    width: 'md:w-[34%]',
    cell: ({ id, name, state, pricing, ends_on }) => (
      <>
        <Link
          href={paths.adminModel(id)}
          className="press-line block truncate rounded-xs font-medium decoration-border-strong underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <span className="block truncate font-mono text-2xs text-faint-foreground" title={id}>
          {id}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted-foreground md:hidden">
          <State state={state} ends_on={ends_on} />
          {pricing && <span className="figures">{priceInShort(pricing)}</span>}
        </span>
      </>
    ),
  },
  {
    name: 'Type',
    width: 'w-[11%]',
    shown: 'max-md:hidden',
    className: 'text-muted-foreground',
    cell: ({ modality }) => modalityNames[modality],
  },
  { name: 'Status', width: 'w-[14%]', shown: 'max-md:hidden', cell: (model) => <State {...model} /> },
  {
    name: 'Providers',
    width: 'w-[20%]',
    shown: 'max-lg:hidden',
    cell: ({ providers }) => <Providers providers={providers} />,
  },
  {
    name: 'Price',
    width: 'w-[21%]',
    shown: 'max-md:hidden',
    className: 'figures truncate text-xs text-muted-foreground',
    cell: ({ pricing }) => (pricing ? priceInShort(pricing) : '–'),
  },
  {
    name: 'Enabled',
    numeric: true,
    width: 'w-16',
    cell: ({ id, name, enabled }) => <CatalogSwitch type="model" id={id} name={name} enabled={enabled} />,
  },
]

function State({ state, ends_on }: Pick<OperatorModelItem, 'state' | 'ends_on'>) {
  const { tone, label } = states[state]
  return (
    <>
      <StatusDot tone={tone}>{label}</StatusDot>
      {ends_on && <span className="block text-xs text-warning-text">Ends {formatUtcDay(ends_on)}</span>}
    </>
  )
}

/** Providers in the order in which they are tried; unavailable ones are dimmed. */
function Providers({ providers }: Pick<OperatorModelItem, 'providers'>) {
  return (
    <span className="line-clamp-2 text-xs" title={providers.map(({ id }) => id).join(', ')}>
      {providers.map(({ id, is_callable }, index) => (
        <span key={id} className={cn(is_callable ? 'text-foreground' : 'text-faint-foreground')}>
          {index > 0 && ', '}
          {id}
          {!is_callable && <span className="sr-only"> (unavailable)</span>}
        </span>
      ))}
    </span>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { modalities, modalityNames } from '@/components/catalog/models/modality'
import { ConnectLink } from '@/components/catalog/models/unconnected'
import { Loaded } from '@/components/data/loaded'
import { PagedTable } from '@/components/data/pager'
import type { Column } from '@/components/data/record-table'
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
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { priceInShort } from './price-lines'

const ModelDialog = whenOpened(() => import('./model-dialog').then((module) => module.ModelDialog))

const modalityFilters = [
  { value: 'all' as const, label: 'All types' },
  ...modalities.map((value) => ({ value, label: modalityNames[value] })),
]

const stateFilters = [
  { value: 'callable', label: 'Available' },
  { value: 'all', label: 'All statuses' },
  { value: 'unconnected', label: 'Not connected' },
  { value: 'unavailable', label: 'Unavailable' },
  { value: 'disabled', label: 'Disabled' },
] as const

const sorts = [
  { value: 'name', label: 'Sort by name' },
  { value: 'id', label: 'Sort by ID' },
  { value: 'modality', label: 'Sort by type' },
  { value: 'provider', label: 'Sort by provider' },
] as const
type Sort = (typeof sorts)[number]['value']

const textOf: Record<Sort, (model: OperatorModelItem) => string> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  modality: ({ modality, name }) => `${modalityNames[modality]} ${name}`,
  provider: ({ providers, name }) => `${providers[0]?.id ?? '~'} ${name}`,
}

export function ModelsPage() {
  const models = useQuery(operatorModelsQuery())
  const [text, setText] = useState('')
  const modality = useOption(modalityFilters, 'all')
  const state = useOption(stateFilters, 'callable')
  const sort = useOption(sorts, 'name')
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
          <OptionSelect aria-label="Order" className="w-38" {...sort} />
        </ListFilters>
        <Loaded query={models} what="models" rows={8}>
          {(all) => (
            <FoundModels
              list={`${text} ${modality.value} ${state.value} ${sort.value}`}
              models={all
                .filter(isShown)
                .sort((a, b) => textOf[sort.value](a).localeCompare(textOf[sort.value](b), 'en'))}
              isUnfiltered={text.trim() === '' && modality.value === 'all' && state.value === 'callable'}
              onAll={state.value === 'all' ? undefined : () => state.onValueChange('all')}
            />
          )}
        </Loaded>
      </Panel>
      <ModelDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

type FoundModelsProps = {
  list: string
  models: readonly OperatorModelItem[]
  isUnfiltered: boolean
  /** Undefined while models with all statuses are shown. */
  onAll: (() => void) | undefined
}

function FoundModels({ list, models, isUnfiltered, onAll }: FoundModelsProps) {
  if (models.length === 0 && isUnfiltered)
    return (
      <EmptyState
        title="No available models"
        description="Connect a provider to make its models available."
        action={
          <Button variant="outline" asChild>
            <Link href={paths.adminProviders}>Connect a provider</Link>
          </Button>
        }
      />
    )
  if (models.length === 0)
    return (
      <EmptyState
        title="No matching models"
        description="Try a different search or filter."
        action={
          onAll && (
            <Button variant="outline" onClick={onAll}>
              Search all statuses
            </Button>
          )
        }
      />
    )
  return (
    <PagedTable
      label="Models"
      list={list}
      pageSize={50}
      what="models"
      rows={models}
      columns={columns}
      keyOf={({ id }) => id}
      isFixed
      isPressable
      rowClassName="h-13"
    />
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
    width: 'w-[16%]',
    shown: 'max-lg:hidden',
    cell: ({ providers }) => <Providers providers={providers} />,
  },
  {
    name: 'Price',
    width: 'w-[25%]',
    shown: 'max-md:hidden',
    className: 'figures text-xs whitespace-normal text-muted-foreground',
    cell: ({ pricing }) => (pricing ? priceInShort(pricing) : '–'),
  },
  {
    name: 'Enabled',
    numeric: true,
    width: 'w-24',
    cell: ({ id, name, enabled, state, providers: [provider] }) =>
      state === 'unconnected' && provider ? (
        <ConnectLink provider={{ id: provider.id, name: `${provider.id} for ${name}` }} />
      ) : state === 'unavailable' ? (
        <span className="text-faint-foreground">–</span>
      ) : (
        <CatalogSwitch type="model" id={id} name={name} enabled={enabled} />
      ),
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

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { ListFilters } from '@/components/data/list-filters'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { CatalogSwitch } from '@/components/operator/catalog-switch'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { kindNames, priceInShort } from './price-lines'

const ModelDialog = whenOpened(
  () => import('./model-dialog').then((module) => module.ModelDialog),
  ({ open }) => open,
)

const kinds = [
  { value: 'all', label: 'All kinds' },
  { value: 'chat', label: 'Chat' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'speech', label: 'Speech' },
  { value: 'transcription', label: 'Transcripts' },
  { value: 'embedding', label: 'Embeddings' },
  { value: 'moderation', label: 'Moderations' },
  { value: 'rerank', label: 'Reranking' },
] as const

const stateFilters = [
  { value: 'all', label: 'All states' },
  { value: 'callable', label: 'Callable' },
  { value: 'unconnected', label: 'Not connected' },
  { value: 'unavailable', label: 'Unavailable' },
  { value: 'disabled', label: 'Switched off' },
] as const

/** More lines than that are drawn on request. */
const FIRST = 100

export function ModelsPage() {
  const models = useQuery(operatorModelsQuery())
  const [text, setText] = useState('')
  const kind = useOption(kinds, 'all')
  const state = useOption(stateFilters, 'all')
  const [adding, setAdding] = useState(false)
  const isShown = (model: OperatorModelItem) =>
    (kind.value === 'all' || model.modality === kind.value) &&
    (state.value === 'all' || model.state === state.value) &&
    `${model.id} ${model.name} ${model.providers.map(({ id }) => id).join(' ')}`
      .toLowerCase()
      .includes(text.trim().toLowerCase())
  return (
    <Page>
      <PageHeader
        title="Models"
        description="What callers can ask for, who serves it, in which order and at what price."
        actions={
          <>
            <Button onClick={() => setAdding(true)}>Add by hand</Button>
            <Button variant="primary" asChild>
              <Link href={paths.adminDiscover()}>Discover models</Link>
            </Button>
          </>
        }
      />
      <Panel>
        <ListFilters label="Search models or providers" text={text} onText={setText}>
          <OptionSelect aria-label="Kind" className="w-34" {...kind} />
          <OptionSelect aria-label="State" className="w-36" {...state} />
        </ListFilters>
        <Loaded query={models} what="models" rows={8}>
          {(all) => <FoundModels key={`${text} ${kind.value} ${state.value}`} models={all.filter(isShown)} />}
        </Loaded>
      </Panel>
      <ModelDialog open={adding} onOpenChange={setAdding} />
    </Page>
  )
}

function FoundModels({ models }: { models: readonly OperatorModelItem[] }) {
  const [isWhole, setWhole] = useState(false)
  if (models.length === 0)
    return <EmptyState title="No matching models" description="Try another name, or other filters." />
  return (
    <>
      <RecordTable
        label="Models"
        rows={isWhole ? models : models.slice(0, FIRST)}
        columns={columns}
        keyOf={({ id }) => id}
        isFixed
        isPressable
        rowClassName="h-13"
      />
      {!isWhole && models.length > FIRST && (
        <div className="flex justify-center border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(models.length)}</Button>
        </div>
      )}
    </>
  )
}

const states = {
  callable: { tone: 'success', word: 'Callable' },
  unconnected: { tone: 'neutral', word: 'Not connected' },
  unavailable: { tone: 'warning', word: 'Unavailable' },
  disabled: { tone: 'warning', word: 'Switched off' },
} as const

const columns: readonly Column<OperatorModelItem>[] = [
  {
    name: 'Model',
    width: 'md:w-[34%]',
    cell: ({ id, name, state, pricing }) => (
      <>
        <Link
          href={paths.adminModel(id)}
          className="press-line block truncate rounded-xs font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <span className="block truncate font-mono text-2xs text-faint" title={id}>
          {id}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted md:hidden">
          <State state={state} />
          {pricing && <span className="figures">{priceInShort(pricing)}</span>}
        </span>
      </>
    ),
  },
  {
    name: 'Kind',
    width: 'w-[11%]',
    shown: 'max-md:hidden',
    className: 'text-muted',
    cell: ({ modality }) => kindNames[modality],
  },
  { name: 'State', width: 'w-[14%]', shown: 'max-md:hidden', cell: ({ state }) => <State state={state} /> },
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
    className: 'figures truncate text-xs text-muted',
    cell: ({ pricing }) => (pricing ? priceInShort(pricing) : '–'),
  },
  {
    name: 'On',
    numeric: true,
    width: 'w-16',
    cell: ({ id, name, enabled }) => (
      <CatalogSwitch
        type="model"
        id={id}
        name={name}
        enabled={enabled}
        consequence="Nobody can call it any more, at once and on every node. Tasks under way are finished."
      />
    ),
  },
]

function State({ state }: Pick<OperatorModelItem, 'state'>) {
  const { tone, word } = states[state]
  return <StatusDot tone={tone}>{word}</StatusDot>
}

/** In the order in which they are tried; those that cannot be asked now are pale. */
function Providers({ providers }: Pick<OperatorModelItem, 'providers'>) {
  return (
    <span className="line-clamp-2 text-xs" title={providers.map(({ id }) => id).join(', ')}>
      {providers.map(({ id, is_callable }, index) => (
        <span key={id} className={cn(is_callable ? 'text-ink' : 'text-faint')}>
          {index > 0 && ', '}
          {id}
          {!is_callable && <span className="sr-only"> (not asked)</span>}
        </span>
      ))}
    </span>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { formatNumber } from '@/lib/client/format/number'
import type { OperatorModelItem } from '@/lib/operators/catalog-schema'
import { operatorModelsQuery } from '@/lib/operators/queries'
import { Loaded } from '../loaded'
import { ModelTable } from './model-table'

const kinds = [
  { value: 'all', label: 'All kinds' },
  { value: 'chat', label: 'Chat' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'embedding', label: 'Embeddings' },
] as const

const states = [
  { value: 'all', label: 'All states' },
  { value: 'callable', label: 'Callable' },
  { value: 'unavailable', label: 'Unavailable' },
  { value: 'disabled', label: 'Switched off' },
] as const

/** More lines than that are drawn when they are asked for. */
const FIRST = 100

export function ModelsPage() {
  const models = useQuery(operatorModelsQuery())
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all')
  const [state, setState] = useState<(typeof states)[number]['value']>('all')
  const isShown = (model: OperatorModelItem) =>
    (kind === 'all' || model.modality === kind) &&
    (state === 'all' || model.state === state) &&
    `${model.id} ${model.name} ${model.providers.map(({ id }) => id).join(' ')}`
      .toLowerCase()
      .includes(text.trim().toLowerCase())
  return (
    <Page>
      <PageHeader
        title="Models"
        description="What callers can ask for, who serves it, in which order and at what price."
      />
      <Panel>
        <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
          <SearchBox
            label="Search models or providers"
            className="min-w-52 flex-1 sm:max-w-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <OptionSelect
            aria-label="Kind"
            className="w-34"
            options={kinds}
            value={kind}
            onValueChange={setKind}
          />
          <OptionSelect
            aria-label="State"
            className="w-36"
            options={states}
            value={state}
            onValueChange={setState}
          />
        </div>
        <Loaded query={models} what="models" rows={8}>
          {(all) => <FoundModels key={`${text} ${kind} ${state}`} models={all.filter(isShown)} />}
        </Loaded>
      </Panel>
    </Page>
  )
}

function FoundModels({ models }: { models: readonly OperatorModelItem[] }) {
  const [isWhole, setWhole] = useState(false)
  if (models.length === 0)
    return <EmptyState title="No matching models" description="Try another name, or other filters." />
  return (
    <>
      <ModelTable models={isWhole ? models : models.slice(0, FIRST)} />
      {!isWhole && models.length > FIRST && (
        <div className="flex justify-center border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(models.length)}</Button>
        </div>
      )}
    </>
  )
}

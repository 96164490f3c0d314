'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { OptionSelect } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { DiscoveredModel } from '@/lib/catalog/models/edit-models-schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { discoveryQuery, operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { DiscoveryReply } from '@/lib/operator/admin/catalog-schema'
import { priceInShort } from './price-lines'
import { draftOf, PublishPanel, usePublishForm } from './publish-panel'

/** A provider's models, and a form that publishes the selected ones. */
export function Discovery({ providerId }: { providerId: string }) {
  const discovery = useQuery(discoveryQuery(providerId))
  const catalog = useQuery(operatorModelsQuery())
  /** Models published since the list was fetched: our id by the provider's model id. */
  const [published, setPublished] = useState<ReadonlyMap<string, string>>(new Map())
  const models = (discovery.data?.models ?? []).map((model) => ({
    ...model,
    served_as: published.get(model.upstream_id) ?? model.served_as,
  }))
  const form = usePublishForm(providerId, models, catalog.data ?? [], (ids) => {
    setPublished(new Map([...published, ...ids]))
    remove()
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'models' })
  const picked = fields.map(({ upstream_id }) => upstream_id)
  return (
    <>
      <Panel>
        <Loaded query={discovery} what="provider’s models" rows={8}>
          {(reply) => (
            <ProviderModels
              reply={{ ...reply, models: reply.models && models }}
              picked={picked}
              onPick={(model, isOn) =>
                isOn
                  ? append(draftOf(model), { shouldFocus: false })
                  : remove(picked.indexOf(model.upstream_id))
              }
            />
          )}
        </Loaded>
      </Panel>
      {picked.length > 0 && (
        <PublishPanel
          form={form}
          models={picked.flatMap((id) => models.find((model) => model.upstream_id === id) ?? [])}
          catalog={catalog.data}
          modalities={discovery.data?.modalities ?? []}
          onRemove={remove}
        />
      )}
    </>
  )
}

const filters = [
  { value: 'new', label: 'Not published' },
  { value: 'all', label: 'All' },
] as const

/** More rows are drawn on request. */
const FIRST_ROWS = 100
/** The most models that one request publishes. */
const MAX_PICKED = 50

type Picking = {
  /** The provider's ids of the selected models. */
  picked: readonly string[]
  onPick: (model: DiscoveredModel, isOn: boolean) => void
}

function ProviderModels({ reply, ...picking }: Picking & { reply: DiscoveryReply }) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]['value']>('new')
  const [isWhole, setWhole] = useState(false)
  if (reply.models === null)
    return reply.problem === null ? (
      <EmptyState
        title="No model list"
        description="This provider does not list its models. Add them manually with the provider’s model IDs."
      />
    ) : (
      <EmptyState
        title="Models could not be listed"
        description={`The provider request failed: ${reply.problem}.`}
      />
    )
  const wanted = text.normalize('NFKC').trim().toLowerCase()
  const shown = reply.models.filter(
    ({ upstream_id, model_id, served_as }) =>
      (filter === 'all' || served_as === null) && `${upstream_id} ${model_id}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <ListFilters label="Search models" text={text} onText={setText}>
        <OptionSelect
          aria-label="Filter"
          className="w-40"
          options={filters}
          value={filter}
          onValueChange={setFilter}
        />
        <p role="status" className="figures text-sm text-muted-foreground">
          {formatNumber(shown.length)} of {formatNumber(reply.models.length)}
        </p>
      </ListFilters>
      {shown.length === 0 ? (
        <EmptyState
          {...(wanted === '' && reply.models.length > 0
            ? { title: 'All models are published', description: 'Show all models to see them.' }
            : { title: 'No matching models', description: 'Try a different search or show all models.' })}
        />
      ) : (
        <RecordTable
          label="Provider models"
          rows={isWhole ? shown : shown.slice(0, FIRST_ROWS)}
          columns={columnsOf(picking)}
          keyOf={(model) => model.upstream_id}
          isFixed
        />
      )}
      {!isWhole && shown.length > FIRST_ROWS && (
        <div className="flex justify-center border-t border-border p-3">
          <Button variant="outline" onClick={() => setWhole(true)}>
            Show all {formatNumber(shown.length)}
          </Button>
        </div>
      )}
    </>
  )
}

const columnsOf = ({ picked, onPick }: Picking): readonly Column<DiscoveredModel>[] => [
  {
    name: 'Select',
    isNameHidden: true,
    width: 'w-12',
    cell: (model) => (
      <Checkbox
        aria-label={`Select ${model.upstream_id}`}
        className="align-middle"
        checked={model.served_as !== null || picked.includes(model.upstream_id)}
        disabled={
          model.served_as !== null || (!picked.includes(model.upstream_id) && picked.length >= MAX_PICKED)
        }
        onCheckedChange={(next) => onPick(model, next === true)}
      />
    ),
  },
  {
    name: 'Provider’s model ID',
    cell: (model) => (
      <>
        <span className="block font-mono text-xs break-all">{model.upstream_id}</span>
        <span className="mt-1 block text-xs text-muted-foreground md:hidden">
          <CatalogModel model={model} />
        </span>
      </>
    ),
  },
  {
    name: 'Catalog model',
    width: 'w-[34%]',
    shown: 'max-md:hidden',
    cell: (model) => <CatalogModel model={model} />,
  },
  {
    name: 'Catalog price',
    width: 'w-[24%]',
    shown: 'max-md:hidden',
    className: 'figures text-xs text-muted-foreground',
    cell: ({ pricing, priced_as_at }) => (pricing ? `${priceInShort(pricing)} at ${priced_as_at}` : '–'),
  },
]

function CatalogModel({ model: { served_as, is_known, model_id } }: { model: DiscoveredModel }) {
  if (served_as === null && !is_known) return <span className="text-xs text-faint-foreground">New</span>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Link
        href={paths.adminModel(served_as ?? model_id)}
        className="press-line rounded-xs font-mono text-xs break-all decoration-border-strong underline-offset-3 hover:underline"
      >
        {served_as ?? model_id}
      </Link>
      {served_as === null ? <Badge>At other providers</Badge> : <Badge tone="success">Published</Badge>}
    </span>
  )
}

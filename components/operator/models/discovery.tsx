'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { modalities, modalityNames } from '@/components/catalog/models/modality'
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
import type { Modality } from '@/lib/catalog/models/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { discoveryQuery, operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { DiscoveryReply } from '@/lib/operator/admin/catalog-schema'
import { priceInShort } from './price-lines'
import { draftOf, usePublishForm } from './publish-form'
import { PublishPanel } from './publish-panel'

/** A provider's models, and a form that publishes the selected ones. */
export function Discovery({ providerId }: { providerId: string }) {
  const discovery = useQuery(discoveryQuery(providerId))
  const catalog = useQuery(operatorModelsQuery())
  const models = discovery.data?.models ?? []
  const form = usePublishForm(providerId, models, catalog.data ?? [], () => {
    remove()
    void discovery.refetch()
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'models' })
  const picked = fields.map(({ upstream_id }) => upstream_id)
  const listed = new Map(models.map((model) => [model.upstream_id, model]))
  return (
    <>
      <Panel>
        <Loaded query={discovery} what="provider’s models" rows={8}>
          {(reply) => (
            <ProviderModels
              reply={reply}
              picked={new Set(picked)}
              onPick={(picks, isOn) =>
                isOn
                  ? append(picks.map(draftOf), { shouldFocus: false })
                  : remove(picks.map((model) => picked.indexOf(model.upstream_id)))
              }
            />
          )}
        </Loaded>
      </Panel>
      {picked.length > 0 && (
        <PublishPanel
          form={form}
          models={picked.flatMap((id) => listed.get(id) ?? [])}
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
  { value: 'served', label: 'Published' },
  { value: 'all', label: 'All' },
] as const
type Filter = (typeof filters)[number]['value']

const tests: Record<Filter, (model: DiscoveredModel) => boolean> = {
  new: ({ served_as }) => served_as === null,
  served: ({ served_as }) => served_as !== null,
  all: () => true,
}

/** More rows are drawn on request. */
const FIRST_ROWS = 100
/** The most models that one request publishes. */
const MAX_PICKED = 500

type Picking = {
  /** The provider's ids of the selected models. */
  picked: ReadonlySet<string>
  onPick: (models: readonly DiscoveredModel[], isOn: boolean) => void
}

/** A published model is picked to set its price, by what its provider charges. */
const isPickable = ({ served_as, pricing }: DiscoveredModel) => served_as === null || pricing !== null

/** What "select all" selects: the models with a price; where none has one, all. */
function pickedTogether(shown: readonly DiscoveredModel[]): DiscoveredModel[] {
  const priced = shown.filter(({ pricing }) => pricing !== null)
  return (priced.length > 0 ? priced : shown.filter(isPickable)).slice(0, MAX_PICKED)
}

function ProviderModels({ reply, ...picking }: Picking & { reply: DiscoveryReply }) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('new')
  const [kind, setKind] = useState<Modality | 'all'>('all')
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
    (model) =>
      tests[filter](model) &&
      (kind === 'all' || model.modality === kind) &&
      `${model.upstream_id} ${model.model_id}`.toLowerCase().includes(wanted),
  )
  const kinds = modalities.filter((one) => reply.models?.some(({ modality }) => modality === one))
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
        <OptionSelect
          aria-label="Type"
          className="w-34"
          options={[
            { value: 'all' as const, label: 'All types' },
            ...kinds.map((value) => ({ value, label: modalityNames[value] })),
          ]}
          value={kind}
          onValueChange={setKind}
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
          columns={columnsOf(picking, pickedTogether(shown))}
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

const columnsOf = (
  { picked, onPick }: Picking,
  together: readonly DiscoveredModel[],
): readonly Column<DiscoveredModel>[] => [
  {
    name: 'Select',
    head: <SelectAll picked={picked} onPick={onPick} together={together} />,
    width: 'w-12',
    cell: (model) => (
      <Checkbox
        aria-label={`Select ${model.upstream_id}`}
        className="align-middle"
        checked={picked.has(model.upstream_id)}
        disabled={!isPickable(model) || (!picked.has(model.upstream_id) && picked.size >= MAX_PICKED)}
        onCheckedChange={(next) => onPick([model], next)}
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
    name: 'Provider’s price',
    width: 'w-[24%]',
    shown: 'max-md:hidden',
    className: 'figures text-xs text-muted-foreground',
    cell: ({ pricing, priced_as_at, served_as }) =>
      pricing ? `${priceInShort(pricing)}${served_as === null ? ` at ${priced_as_at}` : ''}` : '–',
  },
]

function SelectAll({ picked, onPick, together }: Picking & { together: readonly DiscoveredModel[] }) {
  const missing = together.filter(({ upstream_id }) => !picked.has(upstream_id))
  const isAll = together.length > 0 && missing.length === 0
  const room = MAX_PICKED - picked.size
  return (
    <Checkbox
      aria-label="Select all"
      className="align-middle"
      checked={isAll || (picked.size > 0 && 'indeterminate')}
      disabled={together.length === 0}
      onCheckedChange={() => (isAll ? onPick(together, false) : onPick(missing.slice(0, room), true))}
    />
  )
}

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

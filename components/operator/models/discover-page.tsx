'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { ListFilters } from '@/components/data/list-filters'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { OptionSelect } from '@/components/forms/option-select'
import { BackLink, Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { DiscoveredModel } from '@/lib/catalog/models/own-models-schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { discoveryQuery, operatorProvidersQuery } from '@/lib/operator/admin/catalog-queries'
import type { DiscoveryReply } from '@/lib/operator/admin/catalog-schema'
import { priceInShort } from './price-lines'

const PublishPanel = dynamic(() => import('./publish-panel').then((module) => module.PublishPanel), {
  ssr: false,
  loading: () => <Skeleton className="h-96 rounded-lg" />,
})

/** What a connected provider has by its own list: picked, priced and published. `opened`: the provider that is asked at first. */
export function DiscoverPage({ opened = '' }: { opened: string | undefined }) {
  const providers = useQuery(operatorProvidersQuery())
  const [providerId, setProviderId] = useState(opened)
  const connected = providers.data?.filter(
    ({ adapter, enabled, is_configured, withdrawn_at }) =>
      adapter !== 'sandbox' && enabled && is_configured && withdrawn_at === null,
  )
  const options = connected?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Page>
      <div>
        <div className="mb-3">
          <BackLink href={paths.adminModels}>Models</BackLink>
        </div>
        <PageHeader
          title="Discover models"
          description="What a connected provider has by its own list: pick models, price them, publish them."
          actions={
            <OptionSelect
              aria-label="Provider"
              className="w-56"
              placeholder="Choose a provider"
              options={options}
              value={providerId}
              onValueChange={setProviderId}
            />
          }
        />
      </div>
      {options.some(({ value }) => value === providerId) ? (
        <Discovery key={providerId} providerId={providerId} />
      ) : (
        <Panel>
          <Loaded query={providers} what="providers" rows={2}>
            {() => <NothingChosen hasConnected={options.length > 0} />}
          </Loaded>
        </Panel>
      )}
    </Page>
  )
}

function NothingChosen({ hasConnected }: { hasConnected: boolean }) {
  if (hasConnected)
    return <EmptyState title="No provider chosen" description="Choose one above to see its list of models." />
  return (
    <EmptyState
      title="No provider is connected"
      description="Give one its key first; then its models can be listed here."
      action={
        <Button asChild>
          <Link href={paths.adminProviders}>Connect a provider</Link>
        </Button>
      }
    />
  )
}

function Discovery({ providerId }: { providerId: string }) {
  const discovery = useQuery(discoveryQuery(providerId))
  const [picked, setPicked] = useState<readonly string[]>([])
  /** What was published since the provider was asked: the id of each, by the provider's own name. */
  const [published, setPublished] = useState<ReadonlyMap<string, string>>(new Map())
  const models = (discovery.data?.models ?? []).map((model) => ({
    ...model,
    served_as: published.get(model.upstream_id) ?? model.served_as,
  }))
  const pick = (id: string, isOn: boolean) =>
    setPicked(isOn ? [...picked, id] : picked.filter((one) => one !== id))
  const chosen = picked.flatMap((id) => models.find((one) => one.upstream_id === id) ?? [])
  const finish = (ids: readonly string[]) => {
    setPublished(
      new Map([
        ...published,
        ...chosen.map(({ upstream_id }, index) => [upstream_id, ids[index] ?? ''] as const),
      ]),
    )
    setPicked([])
  }
  return (
    <>
      <Panel>
        <Loaded query={discovery} what="provider’s models" rows={8}>
          {(reply) => (
            <FoundModels reply={{ ...reply, models: reply.models && models }} picked={picked} onPick={pick} />
          )}
        </Loaded>
      </Panel>
      {chosen.length > 0 && (
        <PublishPanel
          providerId={providerId}
          kinds={discovery.data?.modalities ?? []}
          models={chosen}
          onDrop={(id) => pick(id, false)}
          onPublished={finish}
        />
      )}
    </>
  )
}

const filters = [
  { value: 'new', label: 'Not served yet' },
  { value: 'all', label: 'All' },
] as const

/** More lines than that are drawn on request. */
const FIRST = 100
/** As many as one request publishes. */
const MOST_PICKED = 50

type Picking = { picked: readonly string[]; onPick: (id: string, isOn: boolean) => void }

function FoundModels({ reply, ...picking }: Picking & { reply: DiscoveryReply }) {
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]['value']>('new')
  const [isWhole, setWhole] = useState(false)
  if (reply.models === null)
    return reply.problem === null ? (
      <EmptyState
        title="This provider has no list"
        description="Add its models by hand, by the names that it gives them."
      />
    ) : (
      <EmptyState
        title="The list could not be read"
        description={`After the provider was asked: ${reply.problem}.`}
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
        <p role="status" className="figures text-sm text-muted">
          {formatNumber(shown.length)} of {formatNumber(reply.models.length)}
        </p>
      </ListFilters>
      {shown.length === 0 ? (
        <EmptyState title="No matching models" description="Try another name, or look at all of them." />
      ) : (
        <RecordTable
          label="Models of the provider"
          rows={isWhole ? shown : shown.slice(0, FIRST)}
          columns={columnsOf(picking)}
          keyOf={(model) => model.upstream_id}
          isFixed
        />
      )}
      {!isWhole && shown.length > FIRST && (
        <div className="flex justify-center border-t border-line p-3">
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(shown.length)}</Button>
        </div>
      )}
    </>
  )
}

const columnsOf = ({ picked, onPick }: Picking): readonly Column<DiscoveredModel>[] => [
  {
    name: 'Pick',
    isNameHidden: true,
    width: 'w-12',
    cell: ({ upstream_id: id, served_as }) => (
      <Checkbox
        aria-label={`Pick ${id}`}
        className="align-middle"
        checked={served_as !== null || picked.includes(id)}
        disabled={served_as !== null || (!picked.includes(id) && picked.length >= MOST_PICKED)}
        onCheckedChange={(next) => onPick(id, next === true)}
      />
    ),
  },
  {
    name: 'Name there',
    cell: (model) => (
      <>
        <span className="block font-mono text-xs break-all">{model.upstream_id}</span>
        <span className="mt-1 block text-xs text-muted md:hidden">
          <Known model={model} />
        </span>
      </>
    ),
  },
  {
    name: 'In the catalog',
    width: 'w-[34%]',
    shown: 'max-md:hidden',
    cell: (model) => <Known model={model} />,
  },
  {
    name: 'Known price',
    width: 'w-[24%]',
    shown: 'max-md:hidden',
    className: 'figures text-xs text-muted',
    cell: ({ pricing, priced_as_at }) => (pricing ? `${priceInShort(pricing)} at ${priced_as_at}` : '–'),
  },
]

function Known({ model: { served_as, is_known, model_id } }: { model: DiscoveredModel }) {
  if (served_as === null && !is_known) return <span className="text-xs text-faint">New</span>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Link
        href={paths.adminModel(served_as ?? model_id)}
        className="press-line rounded-xs font-mono text-xs break-all decoration-line-strong underline-offset-3 hover:underline"
      >
        {served_as ?? model_id}
      </Link>
      {served_as === null ? <Badge>At others</Badge> : <Badge tone="success">Served</Badge>}
    </span>
  )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { modalityNames } from '@/components/catalog/models/modality'
import { Fact } from '@/components/data/facts'
import { Loaded } from '@/components/data/loaded'
import { BackLink, Page, PageHeader } from '@/components/layout/page'
import { CatalogSwitch, RemoveButton } from '@/components/operator/catalog-controls'
import { Button } from '@/components/ui/button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { whenOpened } from '@/components/ui/when-opened'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { modelLimitsMutation, operatorModelQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModel } from '@/lib/operator/admin/catalog-schema'
import { RoutePanel } from './route-panel'

const ModelDialog = whenOpened(() => import('./model-dialog').then((module) => module.ModelDialog))

const CallLimitsDialog = whenOpened(() =>
  import('../call-limits-dialog').then((module) => module.CallLimitsDialog),
)

const RouteDialog = whenOpened(() => import('./route-dialogs').then((module) => module.RouteDialog))

const RouteOrderPanel = dynamic(
  () => import('./route-order-panel').then((module) => module.RouteOrderPanel),
  {
    ssr: false,
    loading: () => <Skeleton className="h-64 rounded-lg" />,
  },
)

export function ModelPage({ id }: { id: string }) {
  const model = useQuery(operatorModelQuery(id))
  return (
    <Page>
      <div>
        <div className="mb-3">
          <BackLink href={paths.adminModels}>Models</BackLink>
        </div>
        <PageHeader
          title={model.data?.name ?? id}
          description={<span className="font-mono text-xs break-all">{id}</span>}
          actions={model.data && <ModelActions model={model.data} />}
        />
      </div>
      {model.data === undefined ? (
        <Panel>
          <Loaded query={model} what="model" rows={4}>
            {() => null}
          </Loaded>
        </Panel>
      ) : (
        <Sections model={model.data} />
      )}
    </Page>
  )
}

function Sections({ model }: { model: OperatorModel }) {
  const saved = model.routes.map(({ id, priority, weight }) => `${id} ${priority} ${weight}`).join()
  return (
    <>
      {model.routes.length > 1 && <RouteOrderPanel key={saved} model={model} />}
      {model.routes.map((route) => (
        <RoutePanel key={route.id} route={route} modality={model.modality} />
      ))}
      <ModelFacts model={model} />
    </>
  )
}

function ModelActions({ model }: { model: OperatorModel }) {
  const router = useRouter()
  const [editing, setEditing] = useState(false)
  const [adding, setAdding] = useState(false)
  const [limiting, setLimiting] = useState(false)
  const limit = useMutation(modelLimitsMutation())
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RemoveButton
        type="model"
        id={model.id}
        name={model.name}
        onRemoved={() => router.push(paths.adminModels)}
      />
      <Button variant="outline" onClick={() => setAdding(true)}>
        Add route
      </Button>
      <Button variant="outline" onClick={() => setLimiting(true)}>
        Limits
      </Button>
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit model
      </Button>
      <span className="flex items-center gap-2 pl-1 text-sm text-muted-foreground">
        <span aria-hidden="true">{model.enabled ? 'Enabled' : 'Disabled'}</span>
        <CatalogSwitch type="model" id={model.id} name={model.name} enabled={model.enabled} />
      </span>
      <ModelDialog open={editing} onOpenChange={setEditing} model={model} />
      <CallLimitsDialog
        open={limiting}
        onOpenChange={setLimiting}
        of={model}
        description="Each customer may use this much of the model, with all keys together."
        save={(limits) => limit.mutateAsync({ id: model.id, limits })}
      />
      <RouteDialog open={adding} onOpenChange={setAdding} of={{ model }} />
    </div>
  )
}

const sources = {
  builtin: 'Built-in catalog',
  file: 'PROVIDERS_FILE',
  found: 'Local server',
  operator: 'Manual',
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `["720p", "1080p"]` → `720p, 1080p`; what has members, as JSON. */
function capabilityText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A model's fields in the catalog. */
function ModelFacts({ model }: { model: OperatorModel }) {
  return (
    <Panel>
      <PanelHeader title="Details" />
      <PanelBody className="flex flex-col gap-4">
        {model.description && <p className="max-w-2xl text-sm text-muted-foreground">{model.description}</p>}
        <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-y-2 text-sm [&_dt]:text-faint-foreground">
          <Fact name="Type">{modalityNames[model.modality]}</Fact>
          <Fact name="Created by">{model.owned_by}</Fact>
          <Fact name="Source">{sources[model.source]}</Fact>
          {model.context_length !== null && (
            <Fact name="Context">{formatNumber(model.context_length)} tokens</Fact>
          )}
          {model.max_output_tokens !== null && (
            <Fact name="Max output">{formatNumber(model.max_output_tokens)} tokens</Fact>
          )}
          {model.supported_parameters.length > 0 && (
            <Fact name="Parameters">
              <span className="font-mono text-xs break-words">{model.supported_parameters.join(', ')}</span>
            </Fact>
          )}
          {Object.entries(model.capabilities).map(([name, value]) => (
            <Fact key={name} name={capitalize(name.replaceAll('_', ' '))}>
              <span className="break-words">{capabilityText(value)}</span>
            </Fact>
          ))}
        </dl>
      </PanelBody>
    </Panel>
  )
}

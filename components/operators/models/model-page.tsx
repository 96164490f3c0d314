'use client'

import { useQuery } from '@tanstack/react-query'
import { BackLink } from '@/components/layout/back-link'
import { Page, PageHeader } from '@/components/layout/page'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import type { OperatorModel } from '@/lib/operators/catalog-schema'
import { operatorModelQuery } from '@/lib/operators/queries'
import { CatalogSwitch } from '../catalog-switch'
import { Loaded } from '../loaded'
import { ModelFacts } from './model-facts'
import { RouteOrderPanel } from './route-order-panel'
import { RoutePanel } from './route-panel'

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
          actions={model.data && <ModelSwitch model={model.data} />}
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

function ModelSwitch({ model }: { model: OperatorModel }) {
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true">{model.enabled ? 'On' : 'Off'}</span>
      <CatalogSwitch
        type="model"
        id={model.id}
        name={model.name}
        enabled={model.enabled}
        consequence="Nobody can call it any more, at once and on every node. Tasks under way are finished."
      />
    </span>
  )
}

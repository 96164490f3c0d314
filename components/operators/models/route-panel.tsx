'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import type { Modality } from '@/lib/catalog/schema'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { CatalogSwitch } from '../catalog-switch'
import { obstacleSentences } from './obstacle-sentence'
import { PriceDialog } from './price-dialog'
import { PriceHistory } from './price-history'

type RoutePanelProps = { route: OperatorRoute; modality: Modality }

/** One way to serve the model: who, whether it is tried, and what it costs, cost and will cost. */
export function RoutePanel({ route, modality }: RoutePanelProps) {
  const [pricing, setPricing] = useState(false)
  return (
    <Panel aria-label={`Route of ${route.provider_name}`}>
      <PanelHeader
        title={route.provider_name}
        description={<span className="font-mono break-all">{route.upstream_id}</span>}
        actions={
          <>
            <span className="max-sm:hidden">
              <RouteState route={route} />
            </span>
            <CatalogSwitch
              type="route"
              id={route.id}
              name={`The route of ${route.provider_name}`}
              enabled={route.enabled}
            />
          </>
        }
      />
      <PanelBody className="flex flex-col gap-3 p-0">
        <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 sm:justify-end">
          <span className="sm:hidden">
            <RouteState route={route} />
          </span>
          <Button size="sm" onClick={() => setPricing(true)}>
            <Plus aria-hidden="true" />
            New price
          </Button>
        </div>
        <PriceHistory prices={route.prices} label={`Prices of ${route.provider_name}`} />
      </PanelBody>
      <PriceDialog route={route} modality={modality} open={pricing} onOpenChange={setPricing} />
    </Panel>
  )
}

function RouteState({ route: { obstacle } }: { route: OperatorRoute }) {
  if (obstacle === null) return <StatusDot tone="success">Tried</StatusDot>
  return <StatusDot>{obstacleSentences[obstacle]}</StatusDot>
}

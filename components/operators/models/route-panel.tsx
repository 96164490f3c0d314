'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { Modality } from '@/lib/catalog/schema'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { CatalogSwitch } from '../catalog-switch'
import { obstacleSentences } from './obstacle-sentences'
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
            <span className="flex items-center gap-3 max-sm:hidden">
              <RouteState route={route} />
              <NewPrice onClick={() => setPricing(true)} />
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
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-2.5 sm:hidden">
        <RouteState route={route} />
        <NewPrice onClick={() => setPricing(true)} />
      </div>
      <PriceHistory prices={route.prices} label={`Prices of ${route.provider_name}`} />
      <PriceDialog route={route} modality={modality} open={pricing} onOpenChange={setPricing} />
    </Panel>
  )
}

function RouteState({ route: { obstacle } }: { route: OperatorRoute }) {
  if (obstacle === null) return <StatusDot tone="success">Tried</StatusDot>
  return <StatusDot>{obstacleSentences[obstacle]}</StatusDot>
}

function NewPrice({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      <Plus aria-hidden="true" />
      New price
    </Button>
  )
}

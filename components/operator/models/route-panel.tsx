'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConnectLink } from '@/components/catalog/models/unconnected'
import { type Column, RecordTable } from '@/components/data/record-table'
import { CatalogSwitch, RemoveButton } from '@/components/operator/catalog-controls'
import { Badge, StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import type { Modality, RouteObstacle } from '@/lib/catalog/models/schema'
import { formatDateTime, formatUtcDay } from '@/lib/client/format/time'
import type { OperatorPrice, OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { priceLines } from './price-lines'

const RouteDialog = whenOpened(() => import('./route-dialogs').then((module) => module.RouteDialog))

const PriceDialog = whenOpened(() => import('./route-dialogs').then((module) => module.PriceDialog))

type RoutePanelProps = { route: OperatorRoute; modality: Modality }

/** One route of the model: its provider, status, and past, present and scheduled prices. */
export function RoutePanel({ route, modality }: RoutePanelProps) {
  const [pricing, setPricing] = useState(false)
  const [editing, setEditing] = useState(false)
  return (
    <Panel aria-label={`Route to ${route.provider_name}`}>
      <PanelHeader
        title={route.provider_name}
        description={
          <>
            <span className="font-mono break-all">{route.upstream_id}</span>
            {route.ends_on && `, ends ${formatUtcDay(route.ends_on)}`}
          </>
        }
        actions={
          <>
            <span className="flex items-center gap-3 max-sm:hidden">
              <RouteState route={route} />
              <NewPrice onClick={() => setPricing(true)} />
            </span>
            <CatalogSwitch
              type="route"
              id={route.id}
              name={`Route to ${route.provider_name}`}
              enabled={route.enabled}
            />
          </>
        }
      />
      <div className="flex items-center justify-between gap-2 border-b border-border px-4 py-2.5 sm:hidden">
        <RouteState route={route} />
        <NewPrice onClick={() => setPricing(true)} />
      </div>
      <PriceHistory prices={route.prices} label={`Prices at ${route.provider_name}`} />
      <div className="flex justify-end gap-2 border-t border-border p-3">
        <RemoveButton type="route" id={route.id} name={`the route to ${route.provider_name}`} />
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          Edit route
          <span className="sr-only">to {route.provider_name}</span>
        </Button>
      </div>
      <RouteDialog of={{ route }} open={editing} onOpenChange={setEditing} />
      <PriceDialog route={route} modality={modality} open={pricing} onOpenChange={setPricing} />
    </Panel>
  )
}

function RouteState({ route: { obstacle, provider_id, provider_name } }: { route: OperatorRoute }) {
  if (obstacle === null) return <StatusDot tone="success">Active</StatusDot>
  if (obstacle === 'provider_not_configured')
    return (
      <span className="flex items-center gap-2">
        <StatusDot>Provider not connected</StatusDot>
        <ConnectLink provider={{ id: provider_id, name: provider_name }} />
      </span>
    )
  return <StatusDot>{obstacleSentences[obstacle]}</StatusDot>
}

function NewPrice({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" size="sm" onClick={onClick}>
      <Plus aria-hidden="true" />
      New price
    </Button>
  )
}

/** Why a route receives no requests. */
export const obstacleSentences: Readonly<Record<RouteObstacle, string>> = {
  model_disabled: 'Model disabled',
  route_disabled: 'Disabled',
  provider_withdrawn: 'Provider removed',
  provider_disabled: 'Provider disabled',
  provider_not_configured: 'Provider not connected',
  no_price: 'No active price',
  not_served: 'Not supported by the provider',
}

const priceStates = {
  scheduled: { tone: 'accent', label: 'Scheduled' },
  in_force: { tone: 'success', label: 'Active' },
  past: { tone: 'neutral', label: 'Past' },
} as const

const sources = {
  builtin: 'Built-in',
  file: 'PROVIDERS_FILE',
  found: 'Local server',
  operator: 'Manual',
  list: 'Price list',
}

type PriceHistoryProps = { prices: readonly OperatorPrice[]; label: string }

/** Every version of the price, latest first. Versions never change, since past usage refers to them. */
function PriceHistory({ prices, label }: PriceHistoryProps) {
  if (prices.length === 0)
    return (
      <p className="p-4 text-sm text-muted-foreground">No price yet, so the route receives no requests.</p>
    )
  return (
    <RecordTable
      label={label}
      rows={prices}
      columns={columns}
      keyOf={({ id }) => id}
      rowClassName="align-top"
    />
  )
}

const columns: readonly Column<OperatorPrice>[] = [
  {
    name: 'Version',
    width: 'w-20',
    className: 'figures align-top text-muted-foreground',
    cell: ({ version }) => `v${version}`,
  },
  {
    name: 'Price',
    className: 'align-top',
    cell: ({ pricing, cost: costPrice, valid_from }) => (
      <>
        <ul className="flex flex-col gap-0.5">
          {priceLines(pricing, costPrice).map(({ label: rate, amount, unit, cost }) => (
            <li key={rate} className="text-sm">
              <span className="text-muted-foreground">{rate}</span>{' '}
              <span className="figures font-medium">{amount}</span>{' '}
              <span className="text-xs text-faint-foreground">{unit}</span>
              {cost && (
                <span className="figures block text-xs text-muted-foreground">
                  Cost {cost.amount} · margin {cost.margin}
                </span>
              )}
            </li>
          ))}
        </ul>
        {costPrice === null && <span className="block text-xs text-faint-foreground">Same cost</span>}
        <span className="mt-1 block text-xs text-faint-foreground md:hidden">
          From {formatDateTime(valid_from)}
        </span>
      </>
    ),
  },
  {
    name: 'Effective from',
    shown: 'max-md:hidden',
    className: 'figures align-top text-muted-foreground',
    cell: ({ valid_from }) => formatDateTime(valid_from),
  },
  {
    name: 'Set by',
    shown: 'max-md:hidden',
    className: 'align-top text-muted-foreground',
    cell: ({ source }) => sources[source],
  },
  {
    name: 'Status',
    numeric: true,
    className: 'align-top',
    cell: ({ state }) => <Badge tone={priceStates[state].tone}>{priceStates[state].label}</Badge>,
  },
]

'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { OperatorModel, OperatorRoute, RouteOrderRequest } from '@/lib/operators/catalog-schema'
import type { RouteObstacle } from '@/lib/catalog/schema'
import { orderRoutesMutation } from '@/lib/operators/queries'
import { obstacleSentences } from './route-panel'

/** In which order the routes are tried and how those at one place share the calls. */
export function RouteOrderPanel({ model }: { model: OperatorModel }) {
  const [drafts, setDrafts] = useState(() => draftOf(model.routes))
  const order = useMutation(orderRoutesMutation())
  const places = toPlaces(drafts)
  const isChanged = drafts.some(
    ({ place, weight, saved }) => place !== saved.place || weight !== saved.weight,
  )
  const isOwn = model.routes.some(({ is_ordered_by_operator }) => is_ordered_by_operator)
  const send = (routes: typeof places) =>
    order.mutate(
      { model_id: model.id, routes },
      { onSuccess: () => toast.success(routes ? 'Order saved' : 'The catalog’s order holds again') },
    )
  const change = (id: string, part: Partial<RouteDraft>) =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)))
  return (
    <Panel>
      <PanelHeader
        title="Order"
        description="The lowest number is tried first. Routes with the same number share the calls by their weights; the others follow when they fail."
      />
      <OrderTable drafts={drafts} onChange={change} />
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line p-3">
        {order.error && (
          <Alert tone="danger" className="w-full">
            {order.error.message}
          </Alert>
        )}
        {isOwn && (
          <Button className="mr-auto" disabled={order.isPending} onClick={() => send(null)}>
            Reset to the catalog’s order
          </Button>
        )}
        {isChanged && (
          <Button disabled={order.isPending} onClick={() => setDrafts(draftOf(model.routes))}>
            Undo
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!isChanged || places === null}
          loading={order.isPending}
          onClick={() => places && send(places)}
        >
          Save order
        </Button>
      </div>
    </Panel>
  )
}

type OrderTableProps = {
  drafts: readonly RouteDraft[]
  onChange: (id: string, part: Partial<RouteDraft>) => void
}

function OrderTable({ drafts, onChange }: OrderTableProps) {
  return (
    <Table label="Order of the routes">
      <TableHeader>
        <tr>
          <TableHead>Provider</TableHead>
          <TableHead className="w-24">Order</TableHead>
          <TableHead className="w-24">Weight</TableHead>
          <TableHead numeric className="w-32 max-sm:hidden">
            Of the calls
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {drafts.map((draft) => (
          <TableRow key={draft.id}>
            <TableCell className="max-w-0">
              <span className="block truncate font-medium">{draft.name}</span>
              {draft.obstacle && (
                <span className="block truncate text-xs text-faint">{obstacleSentences[draft.obstacle]}</span>
              )}
            </TableCell>
            <TableCell>
              <Input
                aria-label={`Order of ${draft.name}`}
                inputMode="numeric"
                className="figures"
                value={draft.place}
                onChange={(event) => onChange(draft.id, { place: event.target.value })}
              />
            </TableCell>
            <TableCell>
              <Input
                aria-label={`Weight of ${draft.name}`}
                inputMode="numeric"
                className="figures"
                value={draft.weight}
                onChange={(event) => onChange(draft.id, { weight: event.target.value })}
              />
            </TableCell>
            <TableCell numeric className="text-muted max-sm:hidden">
              {shareOf(draft, drafts)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** A line of the order while it is edited: figures as they are typed. */
type RouteDraft = {
  id: string
  name: string
  obstacle: RouteObstacle | null
  place: string
  weight: string
  saved: { place: string; weight: string }
}

/** Places are counted from 1, whatever numbers the catalog has: only their order means something. */
export function draftOf(routes: readonly OperatorRoute[]): RouteDraft[] {
  const ranks = [...new Set(routes.map(({ priority }) => priority))].sort((a, b) => a - b)
  return routes.map(({ id, provider_name, obstacle, priority, weight }) => {
    const saved = { place: String(ranks.indexOf(priority) + 1), weight: String(weight) }
    return { id, name: provider_name, obstacle, ...saved, saved }
  })
}

/** What is sent; null while a figure is none. */
export function toPlaces(drafts: readonly RouteDraft[]): NonNullable<RouteOrderRequest['routes']> | null {
  const places = drafts.map(({ id, place, weight }) => ({
    id,
    priority: wholeNumber(place),
    weight: wholeNumber(weight),
  }))
  const isWhole = places.every(({ priority, weight }) => priority !== null && weight !== null && weight >= 1)
  if (!isWhole) return null
  return places.map(({ id, priority, weight }) => ({ id, priority: priority ?? 0, weight: weight ?? 1 }))
}

/** How much of the calls a route gets while all is well. */
export function shareOf(draft: RouteDraft, drafts: readonly RouteDraft[]): string {
  if (draft.obstacle !== null) return 'None'
  const tried = drafts.filter(({ obstacle }) => obstacle === null)
  const place = wholeNumber(draft.place)
  const weight = wholeNumber(draft.weight)
  if (place === null || weight === null) return '–'
  if (tried.some((other) => (wholeNumber(other.place) ?? place) < place)) return 'When others fail'
  const beside = tried.filter((other) => wholeNumber(other.place) === place)
  const sum = beside.reduce((total, other) => total + (wholeNumber(other.weight) ?? 0), 0)
  return sum === 0 ? '–' : `${Math.round((weight / sum) * 100)} %`
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}

import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { lockRoutesOf, type RouteOrder, updateRouteOrder } from './internal/operations/repository'

export type RoutePlace = {
  id: string
  /** Lower is tried first; routes with the same share the calls by their weights. */
  priority: number
  weight: number
}

type Order = { routes: { provider_id: string; priority: number; weight: number }[] }

/**
 * Puts a model's routes in an order that stands above the catalog's own, or (null) gives that back. Every route must be
 * named once. Throws `not_found` for a model without routes, `invalid_parameter` for routes that are not exactly its own.
 */
export async function setRouteOrder(
  modelId: string,
  places: readonly RoutePlace[] | null,
  transaction: Transaction,
): Promise<{ before: Order; after: Order }> {
  const rows = await lockRoutesOf(modelId, transaction)
  if (rows.length === 0) throw new AppError('not_found')
  if (places !== null) refuseOtherRoutes(rows, places)
  const changed = rows.map((row): (typeof rows)[number] => {
    const place = places?.find(({ id }) => id === row.id)
    return { ...row, operatorPriority: place?.priority ?? null, operatorWeight: place?.weight ?? null }
  })
  await updateRouteOrder(changed.map(toOrder), transaction)
  return { before: orderOf(rows), after: orderOf(changed) }
}

function refuseOtherRoutes(rows: readonly { id: string }[], places: readonly RoutePlace[]): void {
  const named = new Set(places.map(({ id }) => id))
  const isExact = places.length === rows.length && rows.every(({ id }) => named.has(id))
  if (!isExact)
    throw new AppError('invalid_parameter', {
      param: 'routes',
      message: 'routes must name each route of the model once.',
    })
}

function toOrder({ id, operatorPriority, operatorWeight }: RouteOrder): RouteOrder {
  return { id, operatorPriority, operatorWeight }
}

type Row = Awaited<ReturnType<typeof lockRoutesOf>>[number]

function orderOf(rows: readonly Row[]): Order {
  const routes = rows.map((row) => ({
    provider_id: row.providerId,
    priority: row.operatorPriority ?? row.priority,
    weight: row.operatorWeight ?? row.weight,
  }))
  return {
    routes: routes.sort((a, b) => a.priority - b.priority || (a.provider_id < b.provider_id ? -1 : 1)),
  }
}

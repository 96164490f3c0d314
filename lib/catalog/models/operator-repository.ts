import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { send } from '@/lib/platform/notify'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import type { Pricing } from './schema'

/** The catalog's tables as operators read and change them. Seeds never write these columns. */
export type Switched = 'provider' | 'model' | 'route'

/** Locks the row and returns its state; null where it does not exist or is withdrawn. */
export async function lockSwitch(
  kind: Switched,
  id: string,
  transaction: Transaction,
): Promise<{ enabled: boolean } | null> {
  const where = { where: { id, withdrawnAt: null }, select: { enabled: true } }
  if (kind === 'provider') {
    await transaction.$queryRaw`SELECT 1 FROM providers WHERE id = ${id} FOR UPDATE`
    return transaction.provider.findFirst(where)
  }
  if (kind === 'model') {
    await transaction.$queryRaw`SELECT 1 FROM models WHERE id = ${id} FOR UPDATE`
    return transaction.model.findFirst(where)
  }
  await transaction.$queryRaw`SELECT 1 FROM routes WHERE id = ${id} FOR UPDATE`
  return transaction.route.findFirst(where)
}

export async function updateSwitch(
  kind: Switched,
  id: string,
  enabled: boolean,
  transaction: Transaction,
): Promise<void> {
  const change = { where: { id }, data: { enabled } }
  if (kind === 'provider') await transaction.provider.update(change)
  else if (kind === 'model') await transaction.model.update(change)
  else await transaction.route.update(change)
  await announce(transaction)
}

/** Returns the model before and after. */
export async function updateModelLimits(
  id: string,
  data: { rateLimitTpm?: number | null; maxConcurrency?: number | null },
  transaction: Transaction,
) {
  const before = await transaction.model.findUniqueOrThrow({ where: { id } })
  const after = await transaction.model.update({ where: { id }, data })
  await announce(transaction)
  return { before, after }
}

export type CustomProvider = {
  id: string
  name: string
  adapter: string
  baseUrl: string
  openedHost: string | null
  options: object
}

/** Locks and returns a provider that is not withdrawn. */
export async function lockProvider(id: string, transaction: Transaction) {
  await transaction.$queryRaw`SELECT 1 FROM providers WHERE id = ${id} FOR UPDATE`
  return transaction.provider.findFirst({ where: { id, withdrawnAt: null } })
}

/** Adds a custom provider, or restores a withdrawn one. False where the id is in use, or was by another kind of provider. */
export async function insertCustomProvider(
  { options, ...fields }: CustomProvider,
  transaction: Transaction,
): Promise<boolean> {
  const data = { ...fields, options: jsonOf(options), policies: {}, source: 'operator' }
  const { count } = await transaction.provider.createMany({ data, skipDuplicates: true })
  const revived =
    count === 1
      ? { count }
      : await transaction.provider.updateMany({
          where: { id: fields.id, source: 'operator', withdrawnAt: { not: null } },
          data: { ...data, enabled: true, withdrawnAt: null },
        })
  await announce(transaction)
  return revived.count === 1
}

export async function updateCustomProvider(
  { id, options, ...fields }: CustomProvider,
  transaction: Transaction,
): Promise<void> {
  await transaction.provider.update({ where: { id }, data: { ...fields, options: jsonOf(options) } })
  await announce(transaction)
}

export async function withdrawProvider(id: string, now: Date, transaction: Transaction): Promise<void> {
  await transaction.provider.update({ where: { id }, data: { withdrawnAt: now } })
  await announce(transaction)
}

type ModelData = Pick<
  Prisma.ModelUncheckedCreateInput,
  'name' | 'modality' | 'description' | 'ownedBy' | 'contextLength' | 'maxOutputTokens'
> & { id: string; supportedParameters: string[]; capabilities: object }

/** Creates or updates a model with `source: operator`, so seeds no longer change or withdraw it. */
export async function saveModel(
  { capabilities, ...fields }: ModelData,
  isNew: boolean,
  transaction: Transaction,
): Promise<void> {
  const data = { ...fields, capabilities: jsonOf(capabilities), source: 'operator' }
  await transaction.model.upsert({
    where: { id: fields.id },
    create: data,
    update: { ...data, ...(isNew && { enabled: true, withdrawnAt: null }) },
  })
  await announce(transaction)
}

type RouteData = {
  upstreamId: string
  contextLength: number | null
  maxOutputTokens: number | null
  supportedParameters: string[]
}
type RouteKey = { modelId: string; providerId: string }

/** Adds a route after the existing ones; a withdrawn one is restored with its old prices. */
export async function insertRoute(key: RouteKey, fields: RouteData, transaction: Transaction) {
  const { _max } = await transaction.route.aggregate({
    where: { modelId: key.modelId, withdrawnAt: null },
    _max: { priority: true, operatorPriority: true },
  })
  const last = Math.max(_max.priority ?? -1, _max.operatorPriority ?? -1)
  const data = {
    ...key,
    ...fields,
    source: 'operator',
    priority: last + 1,
    weight: 1,
    operatorPriority: null,
    operatorWeight: null,
  }
  return transaction.route.upsert({
    where: { modelId_providerId: key },
    create: { id: newId('route'), ...data },
    update: { ...data, enabled: true, withdrawnAt: null },
    include: { prices: { orderBy: { version: 'desc' }, take: 1 } },
  })
}

/** Seeds no longer change, price or withdraw the route afterwards. */
export async function updateRoute(id: string, fields: RouteData, transaction: Transaction): Promise<void> {
  await transaction.route.update({ where: { id }, data: { ...fields, source: 'operator' } })
  await announce(transaction)
}

/** Withdraws a route, or a model with all its routes, for good: seeds do not restore them. */
export async function withdrawEntry(
  where: { modelId: string } | { routeId: string },
  now: Date,
  transaction: Transaction,
): Promise<void> {
  const data = { source: 'operator', withdrawnAt: now }
  if ('modelId' in where) await transaction.model.update({ where: { id: where.modelId }, data })
  const routes = 'modelId' in where ? { modelId: where.modelId, withdrawnAt: null } : { id: where.routeId }
  await transaction.route.updateMany({ where: routes, data })
  await announce(transaction)
}

/** Every route that is not withdrawn, with its model and latest price, in the order in which they are tried. */
export async function listKnownRoutes(transaction: Transaction = prisma) {
  const rows = await transaction.route.findMany({
    where: { withdrawnAt: null, model: { withdrawnAt: null }, provider: { withdrawnAt: null } },
    include: {
      model: { select: { name: true, modality: true, capabilities: true } },
      provider: { select: { name: true } },
      prices: { orderBy: { version: 'desc' }, take: 1 },
    },
    orderBy: [{ priority: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ prices: [price], ...row }) => ({ ...row, price: price ?? null }))
}

export type KnownRoute = Awaited<ReturnType<typeof listKnownRoutes>>[number]

/** What a price feed says of when routes end. */
export async function saveEndDates(ends: ReadonlyMap<string, string>): Promise<void> {
  if (ends.size === 0) return
  await inTransaction(async (transaction) => {
    for (const [id, endsOn] of ends) await transaction.route.updateMany({ where: { id }, data: { endsOn } })
    await announce(transaction)
  })
}

/** Keeps when a feed had each of these models first. */
export async function insertListedModels(
  models: readonly { providerId: string; upstreamId: string }[],
  seenAt: Date,
): Promise<void> {
  const data = models.map(({ providerId, upstreamId }) => ({ providerId, upstreamId, seenAt }))
  await prisma.listedModel.createMany({ data, skipDuplicates: true })
}

export function findListedModels(since: Date) {
  return prisma.listedModel.findMany({ where: { seenAt: { gte: since } }, orderBy: { upstreamId: 'asc' } })
}

/** Notifies every node to reload the catalog when the transaction commits. */
async function announce(transaction: Transaction): Promise<void> {
  await send(transaction, 'catalog', '')
}

/** Locks and returns the routes of a model that are not withdrawn. */
export async function lockRoutesOf(modelId: string, transaction: Transaction) {
  await transaction.$queryRaw`SELECT 1 FROM routes WHERE model_id = ${modelId} ORDER BY id FOR UPDATE`
  return transaction.route.findMany({ where: { modelId, withdrawnAt: null }, orderBy: { id: 'asc' } })
}

export type RouteOrder = { id: string; operatorPriority: number | null; operatorWeight: number | null }

export async function updateRouteOrder(
  routes: readonly RouteOrder[],
  transaction: Transaction,
): Promise<void> {
  for (const { id, ...data } of routes) await transaction.route.update({ where: { id }, data })
  await announce(transaction)
}

/** Locks and returns the route with its latest price. */
export async function lockRoute(id: string, transaction: Transaction) {
  await transaction.$queryRaw`SELECT 1 FROM routes WHERE id = ${id} FOR UPDATE`
  return transaction.route.findFirst({
    where: { id, withdrawnAt: null },
    include: { model: true, prices: { orderBy: { version: 'desc' }, take: 1 } },
  })
}

type NewPrice = {
  routeId: string
  version: number
  pricing: Pricing
  cost: Pricing | null
  source: 'operator' | 'list'
  validFrom: Date
}

export async function insertPrice({ pricing, cost, ...price }: NewPrice, transaction: Transaction) {
  const row = await transaction.price.create({
    data: {
      id: newId('price'),
      ...price,
      pricing: jsonOf(pricing),
      ...(cost !== null && { cost: jsonOf(cost) }),
    },
  })
  await announce(transaction)
  return row
}

/** Price versions that took effect since then, except first ones; newest first. */
export function listNewPrices(since: Date, now: Date) {
  return prisma.price.findMany({
    where: { validFrom: { gt: since, lte: now }, version: { gt: 1 }, route: { withdrawnAt: null } },
    include: { route: { include: { provider: true } } },
    orderBy: [{ validFrom: 'desc' }, { id: 'asc' }],
    take: 1000,
  })
}

/** The active price has the latest `validFrom` that has passed; of two with the same, the newer version. */
export const byForce = [{ validFrom: 'desc' }, { version: 'desc' }] as const

export function listProviderRows() {
  return prisma.provider.findMany({
    include: { routes: { where: { withdrawnAt: null }, select: { modelId: true } } },
    orderBy: { id: 'asc' },
  })
}

export function listModelRows(now: Date) {
  const inForce = { where: { validFrom: { lte: now } }, orderBy: [...byForce], take: 1 }
  return prisma.model.findMany({
    where: { withdrawnAt: null },
    include: { routes: { where: { withdrawnAt: null }, include: { prices: inForce } } },
    orderBy: { id: 'asc' },
  })
}

const whole = {
  routes: {
    where: { withdrawnAt: null },
    include: { provider: true, prices: { orderBy: [...byForce] } },
  },
} satisfies Prisma.ModelInclude

export type WholeModelRow = Prisma.ModelGetPayload<{ include: typeof whole }>

/** A model with all its routes and all their price versions, latest first. */
export function findWholeModel(id: string, transaction: Transaction = prisma): Promise<WholeModelRow | null> {
  return transaction.model.findFirst({ where: { id, withdrawnAt: null }, include: whole })
}

const JsonObject = z.record(z.string(), z.json())

/** A value for a jsonb column, without undefined fields. */
export function jsonOf(value: unknown): z.infer<typeof JsonObject> {
  return JsonObject.parse(JSON.parse(JSON.stringify(value)))
}

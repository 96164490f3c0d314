import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { send } from '@/lib/platform/notify'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { CatalogRows } from './catalog-snapshot'
import type { DataRules, DataRulesRequest } from './data-rules-schema'
import type {
  ExistingCatalog,
  SeedModelRow,
  SeedPlan,
  SeedProviderRow,
  SeedRouteRow,
} from './internal/plan-seed'
import { byForce, jsonOf } from './operator-repository'

/** The two seeds: the catalog files, and the models found at local servers. */
type SeedId = 'current' | 'found'
/** An arbitrary number for the advisory lock that all processes share. */
const SEED_LOCK = 5_083_571_120_117n
const SEED_TIMEOUT_MILLIS = 60_000

export async function findSeedHash(
  id: SeedId,
  transaction: Transaction | typeof prisma = prisma,
): Promise<string | undefined> {
  return (await transaction.catalogSeed.findUnique({ where: { id } }))?.inputsHash
}

/** Runs `work` in a transaction while no other process seeds. */
export function withSeedLock(work: (transaction: Transaction) => Promise<void>): Promise<void> {
  return inTransaction(
    async (transaction) => {
      await lockCatalog(transaction)
      await work(transaction)
    },
    { maxWait: SEED_TIMEOUT_MILLIS, timeout: SEED_TIMEOUT_MILLIS },
  )
}

/** Blocks other seeds and operators' changes of models and routes until `transaction` ends. */
export async function lockCatalog(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK})`
}

export async function readExistingCatalog(transaction: Transaction): Promise<ExistingCatalog> {
  const prices = { orderBy: { version: 'desc' } } as const
  return {
    providers: (await transaction.provider.findMany()).map((row) => ({
      ...row,
      options: objectOf(row.options),
      policies: objectOf(row.policies),
    })),
    models: (await transaction.model.findMany()).map((row) => ({
      ...row,
      released: dayOf(row.createdAt),
      capabilities: objectOf(row.capabilities),
    })),
    routes: (await transaction.route.findMany({ include: { prices } })).map((row) => ({
      ...row,
      request: objectOf(row.request),
      price: latestForSeed(row.prices),
    })),
  }
}

/**
 * The latest version. Where it is from a price list, with the pricing of the last seed, so that a seed sets a new price only
 * if its own changed.
 */
function latestForSeed<Price extends { source: string; pricing: unknown }>(
  prices: readonly Price[],
): Price | null {
  const [latest] = prices
  if (latest?.source !== 'list') return latest ?? null
  return { ...latest, pricing: (prices.find(({ source }) => source !== 'list') ?? latest).pricing }
}

/** Applies the plan, saves the seed's hash and notifies every node. */
export async function writeSeed(
  transaction: Transaction,
  plan: SeedPlan,
  { id, hash }: { id: SeedId; hash: string },
  now: Date,
): Promise<void> {
  await writeProviders(transaction, plan.providers, now)
  await writeModels(transaction, plan.models, now)
  await writeRoutes(transaction, plan.routes, now)
  await writePrices(transaction, plan.prices, now)
  const seed = { inputsHash: hash, appliedAt: now }
  await transaction.catalogSeed.upsert({
    where: { id },
    create: { id, ...seed },
    update: seed,
  })
  await send(transaction, 'catalog', '')
}

async function writeProviders(
  transaction: Transaction,
  changes: SeedPlan['providers'],
  now: Date,
): Promise<void> {
  await transaction.provider.createMany({ data: changes.create.map(providerData) })
  for (const row of changes.update)
    await transaction.provider.update({
      where: { id: row.id },
      data: { ...providerData(row), withdrawnAt: null },
    })
  await transaction.provider.updateMany({
    where: { id: { in: changes.withdraw } },
    data: { withdrawnAt: now },
  })
}

async function writeModels(transaction: Transaction, changes: SeedPlan['models'], now: Date): Promise<void> {
  await transaction.model.createMany({
    data: changes.create.map((row) => ({ createdAt: now, ...modelData(row) })),
  })
  for (const row of changes.update)
    await transaction.model.update({ where: { id: row.id }, data: { ...modelData(row), withdrawnAt: null } })
  await transaction.model.updateMany({ where: { id: { in: changes.withdraw } }, data: { withdrawnAt: now } })
}

async function writeRoutes(transaction: Transaction, changes: SeedPlan['routes'], now: Date): Promise<void> {
  await transaction.route.createMany({
    data: changes.create.map((row) => ({ id: newId('route'), ...routeData(row) })),
  })
  for (const row of changes.update)
    await transaction.route.update({
      where: { modelId_providerId: { modelId: row.modelId, providerId: row.providerId } },
      data: { ...routeData(row), withdrawnAt: null },
    })
  await transaction.route.updateMany({ where: { id: { in: changes.withdraw } }, data: { withdrawnAt: now } })
}

async function writePrices(transaction: Transaction, prices: SeedPlan['prices'], now: Date): Promise<void> {
  if (prices.length === 0) return
  const routes = await transaction.route.findMany({ select: { id: true, modelId: true, providerId: true } })
  const idOf = new Map(routes.map(({ id, modelId, providerId }) => [`${providerId} ${modelId}`, id]))
  await transaction.price.createMany({
    data: prices.map(({ modelId, providerId, version, pricing, source }) => ({
      id: newId('price'),
      routeId: idOf.get(`${providerId} ${modelId}`) ?? '',
      version,
      pricing: jsonOf(pricing),
      source,
      validFrom: now,
    })),
  })
}

function providerData({ options, policies, ...row }: SeedProviderRow) {
  return { ...row, options: jsonOf(options), policies: jsonOf(policies) }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

function modelData({ released, capabilities, ...row }: SeedModelRow) {
  const dated = released !== null && { createdAt: new Date(released) }
  return { ...row, ...dated, capabilities: jsonOf(capabilities) }
}

function routeData({ pricing: _pricing, request, ...row }: SeedRouteRow) {
  return { ...row, request: jsonOf(request) }
}

/** Enabled models and routes, each route with its active price. */
export async function readCatalogRows(now: Date) {
  const offered = { enabled: true, withdrawnAt: null }
  const inForce = { where: { validFrom: { lte: now } }, orderBy: [...byForce], take: 1 }
  const [providers, models, routes] = await Promise.all([
    prisma.provider.findMany({ where: { withdrawnAt: null } }),
    prisma.model.findMany({ where: offered }),
    prisma.route.findMany({ where: offered, include: { prices: inForce } }),
  ])
  return {
    providers,
    models: models.map(({ capabilities, ...row }) => ({ ...row, capabilities: objectOf(capabilities) })),
    routes: routes.map(({ prices, operatorPriority, operatorWeight, ...row }) => ({
      ...row,
      priority: operatorPriority ?? row.priority,
      weight: operatorWeight ?? row.weight,
      price: prices[0] ?? null,
    })),
  } satisfies CatalogRows
}

/** The rules of every customer that has any. */
export async function listDataRules(): Promise<ReadonlyMap<string, DataRules>> {
  const rows = await prisma.customerDataRules.findMany({
    where: { OR: [{ zdr: true }, { deniesCollection: true }] },
  })
  return new Map(
    rows.map(({ customerId, zdr, deniesCollection }) => [
      customerId,
      { zdr, data_collection: deniesCollection ? 'deny' : 'allow' },
    ]),
  )
}

export async function saveDataRules(
  customerId: string,
  { zdr, data_collection }: DataRulesRequest,
): Promise<void> {
  const data = {
    ...(zdr !== undefined && { zdr }),
    ...(data_collection !== undefined && { deniesCollection: data_collection === 'deny' }),
  }
  await prisma.customerDataRules.upsert({
    where: { customerId },
    create: { customerId, ...data },
    update: data,
  })
}

export async function deleteDataRules(customerId: string): Promise<void> {
  await prisma.customerDataRules.deleteMany({ where: { customerId } })
}

/** Whether a price takes effect after one time and until another. */
export async function doesPriceBegin(after: Date, until: Date): Promise<boolean> {
  const begun = await prisma.price.findFirst({
    where: { validFrom: { gt: after, lte: until } },
    select: { id: true },
  })
  return begun !== null
}

/** Names of models and providers by id, including withdrawn ones. */
export async function listNames() {
  const select = { id: true, name: true }
  const [models, providers] = await Promise.all([
    prisma.model.findMany({ select }),
    prisma.provider.findMany({ select }),
  ])
  const namesOf = (rows: typeof models) => new Map(rows.map(({ id, name }) => [id, name]))
  return { models: namesOf(models), providers: namesOf(providers) }
}

export function listModelNames(ids: string[]) {
  return prisma.model.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
}

/** Enabled or disabled, but not withdrawn. */
export function findModelRow(id: string) {
  return prisma.model.findFirst({ where: { id, withdrawnAt: null }, select: { name: true } })
}

export function listRouteTargets(ids: string[]) {
  return prisma.route.findMany({
    where: { id: { in: ids } },
    select: { id: true, modelId: true, providerId: true },
  })
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The latest probe of each provider. */
export type ProbeRow = { providerId: string; checkedAt: Date; failuresInARow: number }

export function listProbes(): Promise<ProbeRow[]> {
  return prisma.providerProbe.findMany({
    select: { providerId: true, checkedAt: true, failuresInARow: true },
  })
}

type ProbeOutcome = {
  providerId: string
  checkedAt: Date
  latencyMs: number
  /** Null on success. */
  fault: string | null
}

export async function saveProbe({ providerId, ...outcome }: ProbeOutcome): Promise<void> {
  const isFault = outcome.fault !== null
  await prisma.providerProbe.upsert({
    where: { providerId },
    create: { providerId, ...outcome, failuresInARow: isFault ? 1 : 0 },
    update: { ...outcome, failuresInARow: isFault ? { increment: 1 } : 0 },
  })
}

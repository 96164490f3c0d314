import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import type { CatalogRows } from './catalog-snapshot'
import type { ExistingCatalog, SeedPlan } from './internal/plan-seed'
import type { SeedModelRow, SeedProviderRow, SeedRouteRow } from './internal/seed-rows'
import { byForce, jsonOf } from './operator-repository'

/** The files, and what was found at local servers: each records what it was last made from. */
type SeedId = 'current' | 'found'
/** Any number, the same in every process: one seed at a time. */
const SEED_LOCK = 5_083_571_120_117n
const SEED_TIMEOUT_MILLIS = 60_000

export async function findSeedHash(
  id: SeedId,
  transaction: Transaction | typeof prisma = prisma,
): Promise<string | undefined> {
  return (await transaction.catalogSeed.findUnique({ where: { id } }))?.inputsHash
}

/** Runs `work` while no other process seeds; everything or nothing of it is kept. */
export function withSeedLock(work: (transaction: Transaction) => Promise<void>): Promise<void> {
  return prisma.$transaction(
    async (transaction) => {
      await lockCatalog(transaction)
      await work(transaction)
    },
    { maxWait: SEED_TIMEOUT_MILLIS, timeout: SEED_TIMEOUT_MILLIS },
  )
}

/** Until `transaction` ends neither a seed nor an operator makes or changes models and routes. */
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
      capabilities: objectOf(row.capabilities),
    })),
    routes: (await transaction.route.findMany({ include: { prices } })).map((row) => ({
      ...row,
      price: lastSaid(row.prices),
    })),
  }
}

/** The latest version; where that is from a newer price list, with the seed's last price: only if that changes does the seed set a new one. */
function lastSaid<Price extends { source: string; pricing: unknown }>(
  prices: readonly Price[],
): Price | null {
  const [latest] = prices
  if (latest?.source !== 'list') return latest ?? null
  return { ...latest, pricing: (prices.find(({ source }) => source !== 'list') ?? latest).pricing }
}

/** Carries out the plan, saves the seed's hash and notifies every node. */
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
  await transaction.$executeRaw`SELECT pg_notify('catalog', '')`
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
    data: changes.create.map((row) => ({
      ...modelData(row),
      createdAt: row.released === null ? now : new Date(row.released),
    })),
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

function modelData({ released: _released, capabilities, ...row }: SeedModelRow) {
  return { ...row, capabilities: jsonOf(capabilities) }
}

function routeData({ pricing: _pricing, ...row }: SeedRouteRow) {
  return row
}

/** What is offered now, each route with its price in force. */
export async function readCatalogRows(now: Date): Promise<CatalogRows> {
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
  }
}

/** Names of models and providers, by id, withdrawn ones too. */
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

/** One that is not withdrawn, switched on or off. */
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
  /** Null: it answered. */
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

import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import type { DeliveryStatus } from './schema'

/** Status transitions. An ended delivery restarts at its customer's request. */
const moves: StateMoves<DeliveryStatus> = {
  pending: ['pending', 'delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
}

/** The statuses from which a delivery can move to this one. */
const statesBefore = (to: DeliveryStatus) => statesLeadingTo(moves, to)

const withAttempts = { attempts: { orderBy: { number: 'asc' } } } as const
export type DeliveryRow = Prisma.CallbackDeliveryGetPayload<{ include: typeof withAttempts }>

/** False if the event already has a delivery. */
export async function insertDelivery(
  data: Prisma.CallbackDeliveryCreateManyInput,
  transaction: Transaction,
): Promise<boolean> {
  const { count } = await transaction.callbackDelivery.createMany({ data, skipDuplicates: true })
  return count === 1
}

export function findDelivery(customerId: string, id: string): Promise<DeliveryRow | null> {
  return prisma.callbackDelivery.findFirst({ where: { id, customerId }, include: withAttempts })
}

type Filter = { status: DeliveryStatus | undefined; taskId: string | undefined }

/** Newest first (ids begin with their time), those before `beforeId`. */
export function listDeliveryRows(
  customerId: string,
  { status, taskId }: Filter,
  beforeId: string | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return prisma.callbackDelivery.findMany({
    where: {
      customerId,
      ...(status !== undefined && { status }),
      ...(taskId !== undefined && { taskId }),
      ...(beforeId !== null && { id: { lt: beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
    include: withAttempts,
  })
}

const ClaimedDelivery = z.object({
  id: z.string(),
  customer_id: z.string(),
  url: z.string(),
  body: z.string(),
  event: z.string(),
  attempts_before: z.number(),
})
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

/** Claims the next attempt for `leaseSeconds`. Undefined: it is no longer due, or claimed by another worker. */
export async function claimAttempt(
  id: string,
  number: number,
  leaseSeconds: number,
): Promise<ClaimedDelivery | undefined> {
  const rows = await prisma.$queryRaw`
    UPDATE callback_deliveries SET leased_until = now() + make_interval(secs => ${leaseSeconds})
     WHERE id = ${id} AND status = 'pending' AND attempt_count = ${number - 1}
       AND (leased_until IS NULL OR leased_until < now())
    RETURNING id, customer_id, url, body, event, attempts_before`
  return z.array(ClaimedDelivery).parse(rows)[0]
}

/** Whether this attempt has yet to be made. */
export async function isAttemptDue(id: string, number: number): Promise<boolean> {
  const where = { id, status: 'pending', attemptCount: number - 1 }
  return (await prisma.callbackDelivery.count({ where })) === 1
}

/** Releases the claim of an attempt that was not made. */
export async function releaseAttempt(id: string, number: number): Promise<void> {
  await prisma.callbackDelivery.updateMany({
    where: { id, attemptCount: number - 1 },
    data: { leasedUntil: null },
  })
}

type Outcome = { status: DeliveryStatus; nextAttemptAt: Date | null; endedAt: Date | null }

/**
 * Records an attempt and the delivery's new status, and runs `then`, in one transaction. False if another worker has recorded it
 * first.
 */
export function recordAttempt(
  attempt: Prisma.CallbackAttemptUncheckedCreateInput,
  outcome: Outcome,
  then: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  const { deliveryId, number } = attempt
  return inTransaction(async (transaction) => {
    const { count } = await transaction.callbackDelivery.updateMany({
      where: { id: deliveryId, attemptCount: number - 1, status: { in: statesBefore(outcome.status) } },
      data: { ...outcome, attemptCount: number, leasedUntil: null },
    })
    if (count === 0) return false
    await transaction.callbackAttempt.create({ data: attempt })
    await then(transaction)
    return true
  })
}

/**
 * Makes the next attempt due now. An ended delivery restarts its schedule; for a pending one only the wait ends. `then` gets the
 * attempt's number. Null if the customer has no such delivery.
 */
export function restartDelivery(
  customerId: string,
  id: string,
  now: Date,
  then: (number: number, transaction: Transaction) => Promise<void>,
): Promise<DeliveryRow | null> {
  return inTransaction(async (transaction) => {
    await transaction.$executeRaw`SELECT 1 FROM callback_deliveries WHERE id = ${id} AND customer_id = ${customerId} FOR UPDATE`
    const before = await transaction.callbackDelivery.findFirst({ where: { id, customerId } })
    if (before === null) return null
    const isEnded = before.endedAt !== null
    const row = await transaction.callbackDelivery.update({
      where: { id, status: { in: statesBefore('pending') } },
      data: {
        status: 'pending',
        nextAttemptAt: now,
        endedAt: null,
        ...(isEnded && { attemptsBefore: before.attemptCount, leasedUntil: null }),
      },
      include: withAttempts,
    })
    await then(row.attemptCount + 1, transaction)
    return row
  })
}

/** Claims deliveries whose next attempt is long overdue and not claimed; sets them due now. */
export async function claimStalledDeliveries(overdueSeconds: number, limit: number) {
  const rows = await prisma.$queryRaw`
    UPDATE callback_deliveries d SET next_attempt_at = now()
      FROM (SELECT id FROM callback_deliveries
             WHERE status = 'pending' AND next_attempt_at < now() - make_interval(secs => ${overdueSeconds})
               AND (leased_until IS NULL OR leased_until < now())
             ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) stalled
     WHERE d.id = stalled.id
    RETURNING d.id, d.customer_id, d.attempt_count`
  const StalledDelivery = z.object({ id: z.string(), customer_id: z.string(), attempt_count: z.number() })
  return z.array(StalledDelivery).parse(rows)
}

/** Deletes deliveries that ended before a time, with their attempts. */
export async function deleteDeliveriesEndedBefore(moment: Date): Promise<number> {
  const { count } = await prisma.callbackDelivery.deleteMany({
    where: { status: { not: 'pending' }, endedAt: { lt: moment } },
  })
  return count
}

/** Deletes a customer's deliveries, endpoints and secrets. */
export async function eraseCallbacksOf(customerId: string): Promise<void> {
  await prisma.callbackDelivery.deleteMany({ where: { customerId } })
  await prisma.callbackEndpoint.deleteMany({ where: { customerId } })
  await prisma.callbackSettings.deleteMany({ where: { customerId } })
}

/** Oldest first. */
export function listEndpointRows(customerId: string, transaction: Transaction = prisma) {
  return transaction.callbackEndpoint.findMany({
    where: { customerId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

export type EndpointRow = Awaited<ReturnType<typeof listEndpointRows>>[number]

/** Serialized per customer. Undefined: it already has the maximum. */
export function insertEndpoint(data: EndpointRow, most: number): Promise<EndpointRow | undefined> {
  const { customerId } = data
  const lock = `portico:callback-endpoints:${customerId}`
  return inTransaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    if ((await transaction.callbackEndpoint.count({ where: { customerId } })) >= most) return undefined
    return transaction.callbackEndpoint.create({ data })
  })
}

export async function updateEndpoint(
  customerId: string,
  id: string,
  data: Partial<Pick<EndpointRow, 'url' | 'events' | 'isEnabled'>>,
): Promise<EndpointRow | undefined> {
  const [row] = await prisma.callbackEndpoint.updateManyAndReturn({ where: { id, customerId }, data })
  return row
}

export async function deleteEndpoint(customerId: string, id: string): Promise<boolean> {
  return (await prisma.callbackEndpoint.deleteMany({ where: { id, customerId } })).count === 1
}

const withFormer = { formerSecrets: { orderBy: { expiresAt: 'desc' } } } as const

export function findSettings(customerId: string, transaction: Transaction = prisma) {
  return transaction.callbackSettings.findUnique({ where: { customerId }, include: withFormer })
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof findSettings>>>

/** Saves the customer's first secret; under concurrent calls the first one stays. */
export async function insertSecret(customerId: string, sealedSecret: Uint8Array): Promise<void> {
  const data = { customerId, sealedSecret: Uint8Array.from(sealedSecret) }
  await prisma.callbackSettings.createMany({ data, skipDuplicates: true })
}

/** Changes a customer's settings under a lock. `change` gets the current row. */
export function changeSettings(
  customerId: string,
  change: (row: SettingsRow) => Prisma.CallbackSettingsUpdateInput,
): Promise<SettingsRow> {
  return inTransaction(async (transaction) => {
    await transaction.$executeRaw`SELECT 1 FROM callback_settings WHERE customer_id = ${customerId} FOR UPDATE`
    const one = { where: { customerId }, include: withFormer }
    const row = await transaction.callbackSettings.findUniqueOrThrow(one)
    return transaction.callbackSettings.update({ ...one, data: change(row) })
  })
}

import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { logger } from '@/lib/platform/logger'
import { toPage, withItems } from '@/lib/platform/page-cursor'
import { attemptJob } from './jobs'
import { toDelivery } from './presenter'
import {
  claimStalledDeliveries,
  deleteAllOf,
  deleteDeliveriesEndedBefore,
  findDelivery,
  listDeliveryRows,
  restartDelivery,
} from './repository'
import type { Delivery, DeliveryPage, DeliveryQuery } from './schema'

/** The customer's deliveries with all their attempts, newest first. */
export async function listDeliveries(caller: Caller, query: DeliveryQuery): Promise<DeliveryPage> {
  const filter = { status: query.status, taskId: query.task_id }
  const rows = await listDeliveryRows(caller.customerId, filter, decodeCursor(query.cursor), query.limit + 1)
  return withItems(toPage(rows, query.limit, toDelivery, ({ id }) => encodeCursor(id)))
}

export async function readDelivery(caller: Caller, id: string): Promise<Delivery> {
  const row = isDeliveryId(id) ? await findDelivery(caller.customerId, id) : null
  if (row === null) throw new AppError('not_found')
  return toDelivery(row)
}

/**
 * Makes a delivery's next attempt now. One that has ended restarts its schedule, with the same `webhook-id`, so that a
 * receiver can detect the duplicate. Of two calls at once one makes the attempt.
 */
export async function redeliver(caller: Caller, id: string): Promise<Delivery> {
  const { customerId } = caller
  const row = isDeliveryId(id)
    ? await restartDelivery(customerId, id, clock.now(), (number, transaction) =>
        enqueue(attemptJob, { deliveryId: id, number }, { transaction, group: customerId, priority: 1 }),
      )
    : null
  if (row === null) throw new AppError('not_found')
  return toDelivery(row)
}

/** Where a page of deliveries ended: its last id, in base64url. */
function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

function decodeCursor(cursor: string): string | null {
  if (cursor === '') return null
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isDeliveryId(id)) throw new AppError('invalid_cursor', { param: 'cursor' })
  return id
}

/** What every id of a delivery looks like; anything else cannot exist, and may hold bytes that the database rejects. */
function isDeliveryId(id: string): boolean {
  return /^msg_[0-9a-z]{26}$/.test(id)
}

/** Far more than the queue needs to start a job, so that attempts that merely wait in it are left alone. */
const OVERDUE_SECONDS = 600
const AT_ONCE = 500

/** Puts attempts back into the queue whose job gave up, for example after a long outage of the database. */
export async function resumeStalled(): Promise<void> {
  const stalled = await claimStalledDeliveries(OVERDUE_SECONDS, AT_ONCE)
  for (const { id, customer_id, attempt_count } of stalled)
    await enqueue(attemptJob, { deliveryId: id, number: attempt_count + 1 }, { group: customer_id })
  if (stalled.length > 0) logger.warn({ count: stalled.length }, 'stalled deliveries were resumed')
}

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** Deliveries can be looked at and repeated for 30 days after they ended. */
export function deleteOldDeliveries(): Promise<number> {
  return deleteDeliveriesEndedBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}

/** What a deleted customer was sent or was to be sent, and its secret. */
export function eraseCallbacksOf(customerId: string): Promise<void> {
  return deleteAllOf(customerId)
}

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
  deleteDeliveriesEndedBefore,
  findDelivery,
  listDeliveryRows,
  restartDelivery,
} from './repository'
import type { Delivery, DeliveryPage, DeliveryQuery } from './schema'

export { eraseCallbacksOf } from './repository'

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
 * Makes a delivery's next attempt now. An ended delivery restarts its schedule with the same `webhook-id`, so that the receiver
 * can detect the duplicate. Two concurrent calls make one attempt. Throws `not_found`.
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

/** The last id of a page, in base64url. */
function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

function decodeCursor(cursor: string): string | null {
  if (cursor === '') return null
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isDeliveryId(id)) throw new AppError('invalid_cursor', { param: 'cursor' })
  return id
}

/** Other ids are not looked up: they cannot exist, and may contain bytes that the database rejects. */
function isDeliveryId(id: string): boolean {
  return /^msg_[0-9a-z]{26}$/.test(id)
}

/** Much longer than a job waits in the queue, so that waiting attempts are left alone. */
const OVERDUE_SECONDS = 600
const BATCH_SIZE = 500

/** Queues attempts again whose job gave up, such as after a long database outage. */
export async function resumeStalled(): Promise<void> {
  const stalled = await claimStalledDeliveries(OVERDUE_SECONDS, BATCH_SIZE)
  for (const { id, customer_id, attempt_count } of stalled)
    await enqueue(attemptJob, { deliveryId: id, number: attempt_count + 1 }, { group: customer_id })
  if (stalled.length > 0) logger.warn({ count: stalled.length }, 'stalled deliveries were resumed')
}

const KEPT_MILLIS = 30 * 24 * 3600 * 1000

/** Deliveries are kept for 30 days after they ended. */
export function deleteOldDeliveries(): Promise<number> {
  return deleteDeliveriesEndedBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}

import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { toPage, withItems } from '@/lib/platform/page-cursor'
import { attemptJob } from './jobs'
import { toDelivery } from './presenter'
import { findDelivery, listDeliveryRows, restartDelivery } from './repository'
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

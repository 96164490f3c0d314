import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import type { Transaction } from '@/lib/platform/transaction'
import { attemptJob } from '../jobs'
import { insertDelivery } from '../repository'

type Message = {
  customerId: string
  url: string
  event: string
  taskId: string | null
  /** What the event is about; undefined when it is about nothing but itself. */
  subject: string | undefined
  data: Readonly<Record<string, unknown>>
}

/** Records a delivery and puts its first attempt into the queue. Answers its id; undefined when the event has one already. */
export async function createDelivery(
  { customerId, url, event, taskId, subject, data }: Message,
  transaction: Transaction,
): Promise<string | undefined> {
  const id = newId('msg')
  const now = clock.now()
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data })
  const eventKey = `${event}:${subject ?? id}`
  const row = { id, customerId, eventKey, event, taskId, url, body, nextAttemptAt: now, createdAt: now }
  if (!(await insertDelivery(row, transaction))) return undefined
  await enqueue(attemptJob, { deliveryId: id, number: 1 }, { transaction, group: customerId })
  return id
}

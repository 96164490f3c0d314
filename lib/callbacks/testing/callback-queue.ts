import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs } from '@/lib/platform/jobs/job-queue'
import { deliverAttempt } from '../deliver-attempt'
import { listDeliveries } from '../deliveries'
import { attemptJob } from '../jobs'
import { DeliveryQuery } from '../schema'
import { sendCallback } from '../send-callback'

/** For tests: customers who are sent callbacks, and attempts made by hand or by a worker. */
export async function openCallbackQueue({ works }: { works: boolean }): Promise<void> {
  env().OUTBOUND_ALLOW = '127.0.0.1'
  await startJobs({ scheduled: [], queued: [bindJob(attemptJob, deliverAttempt)] }, works)
}

export function newCustomer(): Caller {
  return { customerId: `cus_${randomUUID()}`, userId: 'usr_test', apiKey: null, isOperator: false }
}

export const event = 'video.generation.completed'

export function send(caller: Caller, url: string, taskId = `vgen_${randomUUID()}`): Promise<boolean> {
  const data = { id: taskId, status: 'completed' }
  return prisma.$transaction((transaction) =>
    sendCallback({ customerId: caller.customerId, url, event, taskId, data, transaction }),
  )
}

/** Makes the next attempt of the customer's only delivery. */
export async function attempt(caller: Caller, signal = new AbortController().signal): Promise<void> {
  const delivery = await onlyDelivery(caller)
  await attemptAgain(delivery.id, delivery.attempts.length + 1, signal)
}

/** Runs the job of one attempt, whether or not it ran before. */
export async function attemptAgain(
  deliveryId: string,
  number: number,
  signal = new AbortController().signal,
): Promise<void> {
  await deliverAttempt({ payload: { deliveryId, number }, attempt: 0, isLastAttempt: false, signal })
}

export async function onlyDelivery(caller: Caller) {
  const { items } = await listDeliveries(caller, DeliveryQuery.parse({}))
  const [delivery] = items
  if (delivery === undefined || items.length > 1) throw new Error(`${items.length} deliveries`)
  return delivery
}

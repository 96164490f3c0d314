import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs } from '@/lib/platform/jobs/job-queue'
import { deliverAttempt } from './deliver-attempt'
import { listDeliveries } from './deliveries'
import { attemptJob } from './jobs'
import { DeliveryQuery } from './schema'
import { sendCallback } from './send-callback'

/** For tests: customers with callbacks, and attempts made directly or by a worker. */
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

/** Runs the job of one attempt, also repeatedly. */
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

/** For tests: a customer's server that records requests and responds as configured. */
type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }
type Respond = (response: ServerResponse) => void

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** The response from now on. */
  respond: Respond
  /** Resolves when it has received this many requests in total. */
  untilReceived(count: number): Promise<void>
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body })
    for (const wake of waiting) wake()
    waiting.clear()
    receiver.respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    respond: respondWith(204),
    async untilReceived(count) {
      while (receiver.received.length < count) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** Verifies a request as a customer does: by the library, with its secret. */
export function verifyReceived(secret: string, { headers, body }: ReceivedRequest): unknown {
  const one = (name: string) => String(headers[name])
  return new Webhook(secret).verify(body, {
    'webhook-id': one('webhook-id'),
    'webhook-timestamp': one('webhook-timestamp'),
    'webhook-signature': one('webhook-signature'),
  })
}

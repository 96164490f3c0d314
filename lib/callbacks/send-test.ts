import type { Caller } from '@/lib/platform/caller'
import { checkUrl } from './internal/check-url'
import { createDelivery } from './internal/create-delivery'
import { TEST_EVENT } from './internal/events'
import { readDelivery } from './read-delivery'
import { inTransaction } from './repository'
import type { Delivery, TestWebhookRequest } from './schema'

const data = { message: 'It works: this is what a webhook of yours looks like.' }

/** Sends a signed test event to a URL, tried once. Answers the delivery, which tells of the outcome once it is known. */
export async function sendTest(caller: Caller, { url }: TestWebhookRequest): Promise<Delivery> {
  await checkUrl('url', url)
  const { customerId } = caller
  const message = { customerId, url, event: TEST_EVENT, taskId: null, subject: undefined, data }
  const id = await inTransaction((transaction) => createDelivery(message, transaction))
  return readDelivery(caller, id ?? '')
}

import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf, pagesOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type {
  CreateEndpointRequest,
  Delivery,
  DeliveryStatus,
  TestWebhookRequest,
  UpdateEndpointRequest,
  UpdateWebhooksRequest,
} from './schema'

const shape = shapesOf<typeof import('./schema')>()

const settingsKey = ['webhooks', 'settings']
const listKey = ['webhooks', 'deliveries']
const PENDING_POLL_MILLIS = 1500
/** Polling while the next attempt is near, and while it is further away. */
const SOON_POLL_MILLIS = 2500
const LATER_POLL_MILLIS = 30_000
const SOON_MILLIS = 20_000

export const webhookSettingsQuery = () => queryOf(settingsKey, apiPaths.webhooks, shape('WebhookSettings'))

export const updateWebhooksMutation = () =>
  mutationOf(
    shape('WebhookSettings'),
    (changes: UpdateWebhooksRequest) => ['PATCH', apiPaths.webhooks, changes],
    { answers: settingsKey },
  )

export const rotateSecretMutation = () =>
  mutationOf(shape('WebhookSettings'), () => ['POST', apiPaths.rotateWebhookSecret, {}], {
    answers: settingsKey,
  })

/** All deliveries, newest first, in pages; polled while one is pending. */
export const deliveriesQuery = (status: DeliveryStatus | undefined, limit = 25) => {
  const pages = pagesOf([...listKey, status ?? 'all', limit], apiPaths.deliveries, shape('DeliveryPage'), {
    limit,
    status,
  })
  return infiniteQueryOptions({
    ...pages,
    refetchInterval: ({ state }) => pollMillis(state.data?.pages.flatMap((page) => page.items) ?? []),
  })
}

function pollMillis(items: readonly Delivery[]): number | false {
  const next = items.flatMap((item) => item.next_attempt_at ?? []).map((at) => Date.parse(at))
  if (next.length === 0) return false
  return Math.min(...next) < Date.now() + SOON_MILLIS ? SOON_POLL_MILLIS : LATER_POLL_MILLIS
}

/** One delivery, polled while it is pending. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    ...queryOf(['webhooks', 'delivery', id], apiPaths.delivery(id), shape('Delivery')),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_POLL_MILLIS : false),
  })

const keep = (client: QueryClient, delivery: Delivery) =>
  client.setQueryData(deliveryQuery(delivery.id).queryKey, delivery)

export const redeliverMutation = () =>
  mutationOf(shape('Delivery'), (id: string) => ['POST', apiPaths.redeliver(id)], {
    onReply: (client, delivery) => keep(client, delivery),
    stale: listKey,
  })

export const testWebhookMutation = () =>
  mutationOf(shape('Delivery'), (body: TestWebhookRequest) => ['POST', apiPaths.testWebhook, body], {
    onReply: (client, delivery) => keep(client, delivery),
    stale: listKey,
  })

const endpointsKey = ['webhooks', 'endpoints']

export const endpointsQuery = () =>
  listOf(endpointsKey, apiPaths.webhookEndpoints, shape('WebhookEndpointList'))

export const createEndpointMutation = () =>
  mutationOf(
    shape('WebhookEndpoint'),
    (body: CreateEndpointRequest) => ['POST', apiPaths.webhookEndpoints, body],
    { stale: endpointsKey },
  )

export const changeEndpointMutation = () =>
  mutationOf(
    shape('WebhookEndpoint'),
    ({ id, ...body }: UpdateEndpointRequest & { id: string }) => [
      'PATCH',
      apiPaths.webhookEndpoint(id),
      body,
    ],
    { staleAnyway: endpointsKey },
  )

export const removeEndpointMutation = () =>
  mutationOf(shape('DeletedEndpoint'), (id: string) => ['DELETE', apiPaths.webhookEndpoint(id)], {
    stale: endpointsKey,
  })

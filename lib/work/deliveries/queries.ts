import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type {
  CreateEndpointRequest,
  Delivery,
  DeliveryStatus,
  TestWebhookRequest,
  UpdateEndpointRequest,
  UpdateWebhooksRequest,
} from './schema'

const shape = shapesOf(() => import('./schema'))

const settingsKey = ['webhooks', 'settings']
const listKey = ['webhooks', 'deliveries']
const PENDING_POLL_MILLIS = 1500
/** Polling while the next attempt is near, and while it is further away. */
const SOON_POLL_MILLIS = 2500
const LATER_POLL_MILLIS = 30_000
const SOON_MILLIS = 20_000

export function webhookSettingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi(apiPaths.webhooks, { reply: shape('WebhookSettings'), signal }),
  })
}

export function updateWebhooksMutation() {
  return mutationOptions({
    mutationFn: (changes: UpdateWebhooksRequest) =>
      callApi(apiPaths.webhooks, { method: 'PATCH', body: changes, reply: shape('WebhookSettings') }),
    onSuccess: (settings, _changes, _result, { client }) => client.setQueryData(settingsKey, settings),
  })
}

export function rotateSecretMutation() {
  return mutationOptions({
    mutationFn: () =>
      callApi(apiPaths.rotateWebhookSecret, { method: 'POST', body: {}, reply: shape('WebhookSettings') }),
    onSuccess: (settings, _nothing, _result, { client }) => client.setQueryData(settingsKey, settings),
  })
}

/** All deliveries, newest first, in pages; polled while one is pending. */
export function deliveriesQuery(status: DeliveryStatus | undefined, limit = 25) {
  return infiniteQueryOptions({
    queryKey: [...listKey, status ?? 'all', limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.deliveries, {
        reply: shape('DeliveryPage'),
        query: { limit, status, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
    refetchInterval: ({ state }) => pollMillis(state.data?.pages.flatMap((page) => page.items) ?? []),
  })
}

function pollMillis(items: readonly Delivery[]): number | false {
  const next = items.flatMap((item) => item.next_attempt_at ?? []).map((at) => Date.parse(at))
  if (next.length === 0) return false
  return Math.min(...next) < Date.now() + SOON_MILLIS ? SOON_POLL_MILLIS : LATER_POLL_MILLIS
}

/** One delivery, polled while it is pending. */
export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) => callApi(apiPaths.delivery(id), { reply: shape('Delivery'), signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_POLL_MILLIS : false),
  })
}

export function redeliverMutation() {
  return mutationOptions({
    mutationFn: (id: string) => callApi(apiPaths.redeliver(id), { method: 'POST', reply: shape('Delivery') }),
    onSuccess: (delivery, id, _result, { client }) => {
      client.setQueryData(deliveryQuery(id).queryKey, delivery)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

export function testWebhookMutation() {
  return mutationOptions({
    mutationFn: (body: TestWebhookRequest) =>
      callApi(apiPaths.testWebhook, { method: 'POST', body, reply: shape('Delivery') }),
    onSuccess: (delivery, _body, _result, { client }) => {
      client.setQueryData(deliveryQuery(delivery.id).queryKey, delivery)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

const endpointsKey = ['webhooks', 'endpoints']

export function endpointsQuery() {
  return queryOptions({
    queryKey: endpointsKey,
    queryFn: ({ signal }) =>
      callApi(apiPaths.webhookEndpoints, { reply: shape('WebhookEndpointList'), signal }),
    select: (list) => list.data,
  })
}

export function createEndpointMutation() {
  return mutationOptions({
    mutationFn: (body: CreateEndpointRequest) =>
      callApi(apiPaths.webhookEndpoints, { method: 'POST', body, reply: shape('WebhookEndpoint') }),
    onSuccess: (_made, _body, _result, { client }) => client.invalidateQueries({ queryKey: endpointsKey }),
  })
}

export function changeEndpointMutation() {
  return mutationOptions({
    mutationFn: ({ id, ...body }: UpdateEndpointRequest & { id: string }) =>
      callApi(apiPaths.webhookEndpoint(id), { method: 'PATCH', body, reply: shape('WebhookEndpoint') }),
    onSettled: (_changed, _error, _change, _result, { client }) =>
      client.invalidateQueries({ queryKey: endpointsKey }),
  })
}

export function removeEndpointMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.webhookEndpoint(id), { method: 'DELETE', reply: shape('DeletedEndpoint') }),
    onSuccess: (_gone, _id, _result, { client }) => client.invalidateQueries({ queryKey: endpointsKey }),
  })
}

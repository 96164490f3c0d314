import type { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import {
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  listEndpointRows,
  updateEndpoint,
} from './repository'
import type {
  CreateEndpointRequest,
  DeletedEndpoint,
  UpdateEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointList,
} from './schema'
import { checkUrl } from './webhooks'

const MAX_ENDPOINTS = 10

/** The customer's endpoints, oldest first. */
export async function listEndpoints({ customerId }: Caller): Promise<WebhookEndpointList> {
  const data = (await listEndpointRows(customerId)).map(presentEndpoint)
  return { object: 'list', data, has_more: false, next_cursor: '' }
}

/** Adds an endpoint for events. Throws `invalid_parameter`. */
export async function createEndpoint(
  { customerId }: Caller,
  { url, events }: CreateEndpointRequest,
): Promise<WebhookEndpoint> {
  await checkUrl('url', url)
  const common = { customerId, url, events, isEnabled: true }
  const row = await insertEndpoint({ id: newId('whep'), ...common, createdAt: clock.now() }, MAX_ENDPOINTS)
  if (row === undefined)
    throw new AppError('invalid_parameter', {
      message: `An account can have at most ${MAX_ENDPOINTS} endpoints. Remove one first.`,
    })
  return presentEndpoint(row)
}

/** Changes the given fields only. Pending deliveries keep their URL. Throws `not_found`, `invalid_parameter`. */
export async function changeEndpoint(
  { customerId }: Caller,
  id: string,
  { url, events, enabled }: UpdateEndpointRequest,
): Promise<WebhookEndpoint> {
  const before = (await listEndpointRows(customerId)).find((row) => row.id === id)
  if (before === undefined) throw new AppError('not_found')
  if (url !== undefined && url !== before.url) await checkUrl('url', url)
  const changes = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(enabled !== undefined && { isEnabled: enabled }),
  }
  const row = await updateEndpoint(customerId, id, changes)
  if (row === undefined) throw new AppError('not_found')
  return presentEndpoint(row)
}

export async function removeEndpoint(
  { customerId }: Caller,
  id: string,
): Promise<z.infer<typeof DeletedEndpoint>> {
  if (!isEndpointId(id) || !(await deleteEndpoint(customerId, id))) throw new AppError('not_found')
  return { id, object: 'webhook_endpoint', deleted: true }
}

/** Other ids are not looked up: PostgreSQL rejects text with a NUL, for example. */
function isEndpointId(id: string): boolean {
  return /^whep_[0-9a-z]{1,40}$/.test(id)
}

function presentEndpoint({ id, url, events, isEnabled, createdAt }: EndpointRow): WebhookEndpoint {
  const created_at = createdAt.toISOString()
  return { id, object: 'webhook_endpoint', url, events, enabled: isEnabled, created_at }
}

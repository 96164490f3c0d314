import {
  BalanceLowEvent,
  KeyLimitEvent,
  ModelEndingEvent,
  SpendLimitEvent,
  TopUpFailedEvent,
} from '@/lib/account/alerts/schema'
import { openApiDocument } from '@/lib/http/api-document'
import { env } from '@/lib/platform/env'
import { apiRoutes } from './routes'

/** The webhook events of an account. */
const events = {
  'balance.low': { summary: 'The balance fell below the account’s threshold', event: BalanceLowEvent },
  'top_up.failed': {
    summary: 'Automatic top-up was turned off because the card was declined',
    event: TopUpFailedEvent,
  },
  'api_key.limit_reached': {
    summary: 'A key has used 50, 80 or 100 % of its limit in the current period',
    event: KeyLimitEvent,
  },
  'spend_limit.reached': {
    summary:
      'A project, a member or the organization has used 50, 80 or 100 % of its limit in the current period',
    event: SpendLimitEvent,
  },
  'model.ending': {
    summary: 'A model that the account used in the last 30 days ends within 30 days',
    event: ModelEndingEvent,
  },
}

/** Created once, because it never changes while the process runs. */
let document: ReturnType<typeof openApiDocument> | undefined

/** The OpenAPI document, for clients and for the pages of the API reference. */
export function describeApi(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(apiRoutes, env().publicUrl, events)
  return document
}

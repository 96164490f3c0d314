import { BalanceLowEvent, KeyLimitEvent, TopUpFailedEvent } from '@/lib/account/alerts/schema'
import { openApiDocument } from '@/lib/http/api-document'
import { env } from '@/lib/platform/env'
import { apiRoutes } from './routes'

/** What is posted to the alert URL of an account. */
const events = {
  'balance.low': { summary: 'The balance fell below the threshold of the account', event: BalanceLowEvent },
  'top_up.failed': {
    summary: 'Automatic top-up was switched off: the card was refused',
    event: TopUpFailedEvent,
  },
  'api_key.limit_reached': {
    summary: 'A key has used 50, 80 or 100 % of its limit in the present period',
    event: KeyLimitEvent,
  },
}

/** Made once: it says the same as long as the process lives. */
let document: ReturnType<typeof openApiDocument> | undefined

/** The API's description, for machines and for the pages of the reference. */
export function describeApi(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(apiRoutes, env().publicUrl, events)
  return document
}

import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'
import { DocumentType } from './orders-schema'

/** What those of billing's addresses take and answer that need no session: signed links, and the webhook of Stripe. */

/** What the cancel link of a payment page carries. */
export const CancelQuery = z.object({ order: z.string(), signature: z.string() })
export type CancelQuery = z.infer<typeof CancelQuery>

export const WebhookReply = z.object({ received: z.literal(true) })
export type WebhookReply = z.infer<typeof WebhookReply>

/** What the link to a document of ours carries. */
export const DocumentQuery = z.object({
  type: DocumentType,
  expires: queryNumber(0, Number.MAX_SAFE_INTEGER),
  signature: z.string(),
})
export type DocumentQuery = z.infer<typeof DocumentQuery>

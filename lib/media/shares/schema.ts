import { z } from 'zod'
import { leftOpen } from '@/lib/platform/fields'

/**
 * A share is a link to one image or video of a customer, open to anyone who has the link until it expires or is revoked. It
 * shows only that result, and the prompt if the customer chose so. Deleting the result ends the share.
 */

const MOST_HOURS = 720

export const CreateShareRequest = z.strictObject({
  /** A completed image or video task. */
  task_id: z.string().min(1, 'must not be empty'),
  /** The number of the image, from 1. */
  picture: leftOpen(z.int().min(1).max(10), 1),
  /** How long the link is open; never longer than the result is kept. */
  hours: z.int().min(1).max(MOST_HOURS),
  show_prompt: leftOpen(z.boolean(), false),
})
export type CreateShareRequest = z.output<typeof CreateShareRequest>

export const Share = z.object({
  id: z.string(),
  task_id: z.string(),
  picture: z.int(),
  shows_prompt: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Share = z.infer<typeof Share>

/** The link is returned only once: we store a digest. */
export const CreatedShare = Share.extend({ url: z.url() })
export type CreatedShare = z.infer<typeof CreatedShare>

export const ShareListQuery = z.object({ task_id: z.string().optional() })

/** Open shares, newest first. */
export const ShareListReply = z.object({ items: z.array(Share) })
export type ShareListReply = z.infer<typeof ShareListReply>

export const ShareParams = z.object({ id: z.string() })
export const ShareTokenParams = z.object({ token: z.string() })

export const RevokedShare = z.object({ id: z.string(), object: z.literal('share'), deleted: z.literal(true) })

import { z } from 'zod'
import { leftOpen } from '@/lib/platform/fields'

/**
 * A share is a link to one picture or video of a customer's, open to anyone who has it until it ends or is revoked. It shows
 * that result alone, and what it was made from only where that was chosen. Deleting the result ends the share too.
 */

const MOST_HOURS = 720

export const CreateShareRequest = z.strictObject({
  /** An image or a video task that is completed. */
  task_id: z.string().min(1, 'must not be empty'),
  /** Which of its pictures, from 1. */
  picture: leftOpen(z.int().min(1).max(10), 1),
  /** How long it is open; never longer than the result is kept. */
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

/** The link is returned this once: only a digest of it is kept. */
export const CreatedShare = Share.extend({ url: z.url() })
export type CreatedShare = z.infer<typeof CreatedShare>

export const ShareListQuery = z.object({ task_id: z.string().optional() })

/** Those that are open, newest first. */
export const ShareListReply = z.object({ items: z.array(Share) })
export type ShareListReply = z.infer<typeof ShareListReply>

export const ShareParams = z.object({ id: z.string() })
export const ShareTokenParams = z.object({ token: z.string() })

export const RevokedShare = z.object({ id: z.string(), object: z.literal('share'), deleted: z.literal(true) })

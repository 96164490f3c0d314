import { z } from 'zod'
import { givenName, leftOpen, Printable, queryNumber } from '@/lib/platform/fields'

/**
 * A share is a link to one image or video of a customer, or to several, open to anyone who has the link until it expires or is
 * revoked. It shows only those results, and their prompts if the customer chose so. What is deleted is no longer shown.
 */

const MOST_HOURS = 720

/** Of a folder, the last added. */
export const MOST_SHARED = 100

export const ShareOptions = z.strictObject({
  /** How long the link is open; never longer than the result is kept. */
  hours: z.int().min(1).max(MOST_HOURS),
  show_prompt: leftOpen(z.boolean(), false),
})

export const CreateShareRequest = z
  .strictObject({
    /** A completed image or video task. */
    task_id: leftOpen(z.string().min(1, 'must not be empty')),
    /** The number of the image, from 1. */
    picture: leftOpen(z.int().min(1).max(10), 1),
    /** Instead of `task_id`: several tasks, in the order in which they are shown. Those without a result are left out. */
    task_ids: leftOpen(z.array(z.string()).min(1).max(MOST_SHARED, `must have at most ${MOST_SHARED} items`)),
    /** What several are called. */
    title: leftOpen(givenName(100)),
    ...ShareOptions.shape,
  })
  .refine(({ task_id, task_ids }) => (task_id === undefined) !== (task_ids === undefined), {
    path: ['task_id'],
    message: 'must be given, or task_ids instead',
  })
export type CreateShareRequest = z.output<typeof CreateShareRequest>

export const Share = z.object({
  id: z.string(),
  /** Null if several are shared. */
  task_id: z.string().nullable(),
  picture: z.int(),
  task_ids: z.array(z.string()),
  title: z.string().nullable(),
  shows_prompt: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Share = z.infer<typeof Share>

/** The link is returned only once: we store a digest. */
export const CreatedShare = Share.extend({ url: z.url() })
export type CreatedShare = z.infer<typeof CreatedShare>

export const ShareListQuery = z.object({ task_id: Printable.max(100).optional() })

/** Open shares, newest first. */
export const ShareListReply = z.object({ items: z.array(Share) })
export type ShareListReply = z.infer<typeof ShareListReply>

export const ShareParams = z.object({ id: z.string() })
export const ShareTokenParams = z.object({ token: z.string() })
/** Which of several: the place of its task, from 0, and the number of the image, from 1. */
export const SharedFileQuery = z.object({
  task: queryNumber(0, MOST_SHARED - 1, 0),
  picture: queryNumber(1, 10, 1),
})
export type SharedFileQuery = z.infer<typeof SharedFileQuery>

export const RevokedShare = z.object({ id: z.string(), object: z.literal('share'), deleted: z.literal(true) })

import { z } from 'zod'
import { videoRoles } from '@/lib/upstream/contract/video-model'
import { videoRatios, videoResolutions } from '@/lib/upstream/video-pixels'

/**
 * All that decides how a film looks, sounds and when it is done: what a handle holds. Any process that has the handle
 * makes the same film from it.
 */
const Source = z.union([
  z.strictObject({ link: z.string() }),
  z.strictObject({ objectKey: z.string(), mimeType: z.string() }),
])

export const FilmOrder = z.strictObject({
  model: z.string(),
  /** As it was written, knobs included. */
  prompt: z.string(),
  media: z.array(
    z.strictObject({ type: z.enum(['image', 'video', 'audio']), role: z.enum(videoRoles), source: Source }),
  ),
  ratio: z.enum([...videoRatios, 'adaptive']),
  resolution: z.enum(videoResolutions),
  seconds: z.int().min(1),
  /** Instead of the seconds. */
  frames: z.int().min(1).nullable(),
  hasSound: z.boolean(),
  seed: z.int(),
  isCameraFixed: z.boolean(),
  hasWatermark: z.boolean(),
  wantsLastFrame: z.boolean(),
  isFlex: z.boolean(),
  isDraft: z.boolean(),
  /** Whose it is, for the line; empty in handles from before there were turns. */
  customerId: z.string().default(''),
  /** Unix milliseconds. */
  orderedAt: z.int(),
  expiresAfterSeconds: z.int().min(1),
})
export type FilmOrder = z.infer<typeof FilmOrder>

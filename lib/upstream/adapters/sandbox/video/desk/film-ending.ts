import { z } from 'zod'
import { videoRatios, videoResolutions } from '@/lib/upstream/video-pixels'

export const FilmMade = z.strictObject({
  state: z.literal('made'),
  ratio: z.enum(videoRatios),
  resolution: z.enum(videoResolutions),
  width: z.int(),
  height: z.int(),
  frames: z.int(),
  fps: z.int(),
  hasLastFrame: z.boolean(),
})

/** How a film ended, as it is kept beside its file. */
export const FilmEnding = z.discriminatedUnion('state', [
  FilmMade,
  z.strictObject({
    state: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    isRetryable: z.boolean(),
  }),
  z.strictObject({ state: z.literal('cancelled') }),
])
export type FilmEnding = z.infer<typeof FilmEnding>

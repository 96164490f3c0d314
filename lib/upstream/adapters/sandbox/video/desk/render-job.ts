import { z } from 'zod'
import type { TaskOptions } from '@/lib/platform/child-tasks/child-pool'
import { videoRoles } from '@/lib/upstream/contract/video-model'
import { FilmOrder } from '../order/film-order'
import { FilmMade } from './film-ending'

const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

/** What the process that makes films is given: the order, and the bytes of its media in the order's own order. */
export const RenderJob = z.strictObject({
  order: FilmOrder,
  media: z.array(
    z.strictObject({
      role: z.enum(videoRoles),
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    }),
  ),
})
export type RenderJob = z.infer<typeof RenderJob>

const RenderedFilm = z.strictObject({ ending: FilmMade, video: Bytes, lastFrame: Bytes.nullable() })
export type RenderedFilm = z.infer<typeof RenderedFilm>

/** `refused`: the order cannot be met. */
export const RenderAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('made'), film: RenderedFilm }),
  z.strictObject({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type RenderAnswer = z.infer<typeof RenderAnswer>

/**
 * Makes a film. Rejects with UpstreamError where the order cannot be met, with ChildTaskError where that killed the
 * process or took too long, with the signal's reason when given up.
 */
export type RenderFilm = (job: RenderJob, options: TaskOptions) => Promise<RenderedFilm>

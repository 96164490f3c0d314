import { z } from 'zod'

const count = z.int().min(0)
const link = z.url({ protocol: /^https?$/ })

/** A task as Ark describes it. What a finished one must say to be of use is asked for in `read-status`. */
export const ArkTask = z.object({
  id: z.string().min(1),
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']),
  error: z
    .object({ code: z.string().catch(''), message: z.string().catch('') })
    .nullish()
    .catch(null),
  content: z.object({ video_url: link.nullish(), last_frame_url: link.nullish().catch(null) }).nullish(),
  seed: z.int().nullish().catch(null),
  resolution: z.string().nullish().catch(null),
  ratio: z.string().nullish().catch(null),
  duration: z.number().positive().nullish().catch(null),
  frames: z.int().positive().nullish().catch(null),
  framespersecond: z.number().positive().nullish().catch(null),
  usage: z
    .object({ completion_tokens: count, total_tokens: count.nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type ArkTask = z.infer<typeof ArkTask>

export const ArkCreated = z.object({ id: z.string().min(1) })

import { z } from 'zod'
import { VideoTask } from './schema'

/** What is posted to a task's `callback_url`, once, when it has ended. */
export const VideoEvent = z.object({
  type: z.enum([
    'video.generation.completed',
    'video.generation.failed',
    'video.generation.cancelled',
    'video.generation.expired',
  ]),
  timestamp: z.iso.datetime(),
  data: VideoTask,
})

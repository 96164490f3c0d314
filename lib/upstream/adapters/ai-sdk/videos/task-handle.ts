import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoHandle } from '@/lib/upstream/contract/video-model'

/** Everything that a task's status needs, but the address and the key: those are the operator's, and may change meanwhile. */
const TaskHandle = z.object({
  /** The vendor's own id of the model. */
  model: z.string().min(1),
  /** The vendor's own name of the task. */
  name: z.string().min(1),
  startedAt: z.iso.datetime(),
})
export type TaskHandle = z.infer<typeof TaskHandle>

export function writeHandle(handle: TaskHandle): VideoHandle {
  return JSON.stringify(handle)
}

export function readHandle(handle: VideoHandle): TaskHandle {
  const parsed = TaskHandle.safeParse(parseJson(handle))
  if (parsed.success) return parsed.data
  throw new UpstreamError('rejected', { message: 'This task was started elsewhere.', cause: parsed.error })
}

import { z } from 'zod'
import type { VideoHandle } from '@/lib/upstream/contract/video-model'

const MAX_NUDGE_BYTES = 64 * 1024
const Nudge = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) })

/** Which task Ark's callback speaks of; null for anything else. Nobody signs it, so its status is not even looked at. */
export function readNudge(body: Buffer): VideoHandle | null {
  if (body.length > MAX_NUDGE_BYTES) return null
  try {
    const nudge = Nudge.safeParse(JSON.parse(body.toString()))
    return nudge.success ? nudge.data.id : null
  } catch {
    return null
  }
}

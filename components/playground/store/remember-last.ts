import { z } from 'zod'

/** Small preferences of this browser. Storage may be blocked: then nothing is remembered and nothing breaks. */
const Last = z.object({ conversationId: z.string().nullable(), modelIds: z.array(z.string()) })
type Last = z.infer<typeof Last>

const nothing: Last = { conversationId: null, modelIds: [] }

export function lastKey(ownerId: string): string {
  return `portico.playground.last.${ownerId}`
}

export function readLast(ownerId: string): Last {
  try {
    const parsed = Last.safeParse(JSON.parse(localStorage.getItem(lastKey(ownerId)) ?? 'null'))
    return parsed.success ? parsed.data : nothing
  } catch {
    return nothing
  }
}

export function rememberLast(ownerId: string, change: Partial<Last>): void {
  try {
    localStorage.setItem(lastKey(ownerId), JSON.stringify({ ...readLast(ownerId), ...change }))
  } catch {
    // Blocked or full: the next visit simply starts afresh.
  }
}

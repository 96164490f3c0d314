import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import { updateLastUsed } from './repository'

/** When each key was used last, kept here until the next flush: a request must not pay for a write of its own. */
type LastUsed = { uses: Map<string, Date>; timer: NodeJS.Timeout | undefined }

const FLUSH_MILLIS = 10_000

const lastUsed = remember<LastUsed>('key-last-used', () => ({ uses: new Map(), timer: undefined }))

export function noteUse(apiKeyId: string, now: Date = clock.now()): void {
  lastUsed.uses.set(apiKeyId, now)
  writeSoon()
}

function writeSoon(): void {
  lastUsed.timer ??= setTimeout(writeUses, FLUSH_MILLIS).unref()
}

/** The time that is not in the database yet, if there is one. */
export function readPendingUse(apiKeyId: string): Date | undefined {
  return lastUsed.uses.get(apiKeyId)
}

/** Never rejects: where the database is away it is tried again, and a process that ends does so without them. */
async function writeUses(): Promise<void> {
  clearTimeout(lastUsed.timer)
  lastUsed.timer = undefined
  if (lastUsed.uses.size === 0) return
  const uses = new Map(lastUsed.uses)
  try {
    await updateLastUsed(uses)
  } catch (error) {
    logger.warn({ err: String(error) }, 'last uses of keys not written')
    writeSoon()
    return
  }
  // What was used again meanwhile waits for the next flush.
  for (const [id, time] of uses) if (lastUsed.uses.get(id) === time) lastUsed.uses.delete(id)
}

/** Writes what is known about keys' last use; called when the process drains. */
export function flushLastUsed(): Promise<void> {
  return writeUses()
}

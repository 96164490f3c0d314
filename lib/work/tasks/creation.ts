import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'

const ASK_AGAIN_MILLIS = 1000

type LostCreation = {
  isMade(): Promise<boolean>
  /** Ends the task if it exists after all; undefined if a retry finds it by its idempotency key. */
  callOff: (() => Promise<unknown>) | undefined
}

/**
 * Handles an error of a creation. Resolves if the task was created and only the database's reply was lost: after an error the
 * caller would create and pay for it twice. Otherwise rethrows. An unreachable database may still have committed the task, so
 * it is ended in the background as soon as the database answers.
 */
export async function undoCreation(error: unknown, { isMade, callOff }: LostCreation): Promise<void> {
  if (!isDatabaseAway(error)) throw error
  if (await isMade().catch(() => false)) return
  if (callOff !== undefined) void callOffLater(isMade, callOff)
  throw error
}

/** The statement may still be running. */
async function callOffLater(isMade: () => Promise<boolean>, callOff: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await pause()
    const isOver = await isMade()
      .then((isThere) => isThere && callOff())
      .then(
        () => true,
        // It has already ended.
        (error: unknown) => error instanceof AppError,
      )
    if (isOver) return
  }
}

const pause = () => wait(ASK_AGAIN_MILLIS, undefined, { ref: false })

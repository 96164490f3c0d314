import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'

const ASK_AGAIN_MILLIS = 1000

type LostCreation = {
  isMade(): Promise<boolean>
  /** Ends the task if it exists after all; undefined where a retry finds it by its key. */
  callOff: (() => Promise<unknown>) | undefined
}

/**
 * After a creation that threw. Resolves where the task was created after all and only the database's reply was lost: a
 * caller that got an error would create and pay for it twice. Else rethrows; and since an unreachable database may still
 * have committed it, makes sure that no unknown task keeps running, retrying until the database answers.
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

import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'

const ASK_AGAIN_MILLIS = 1000

type LostCreation = {
  isMade(): Promise<boolean>
  /** Ends the task should it be there after all; undefined where a retry finds it by its key. */
  callOff: (() => Promise<unknown>) | undefined
}

/**
 * After a creation that threw. Resolves where the task was made all the same, and only the answer of the database was lost:
 * whoever was told otherwise would make and pay it twice. Else throws the error; and as a database that is away may have made
 * it even so, sees that nothing goes on of which nobody knows, asking until it answers.
 */
export async function undoCreation(error: unknown, { isMade, callOff }: LostCreation): Promise<void> {
  if (!isDatabaseAway(error)) throw error
  if (await isMade().catch(() => false)) return
  if (callOff !== undefined) void callOffLater(isMade, callOff)
  throw error
}

/** The statement may be under way still. */
async function callOffLater(isMade: () => Promise<boolean>, callOff: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await pause()
    const isOver = await isMade()
      .then((isThere) => isThere && callOff())
      .then(
        () => true,
        // Its end has come already.
        (error: unknown) => error instanceof AppError,
      )
    if (isOver) return
  }
}

const pause = () => wait(ASK_AGAIN_MILLIS, undefined, { ref: false })

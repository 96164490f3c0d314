import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { AppError } from '@/lib/platform/errors'

const ASK_AGAIN_MILLIS = 1000

type LostCreation = {
  isMade(): Promise<boolean>
  /** Ends the task should it be there after all; undefined where a retry finds it by its key. */
  callOff: (() => Promise<unknown>) | undefined
  /** Gives back what was held for a task that is not there. */
  release?: () => Promise<void>
}

/**
 * After a creation that threw. Resolves where the task was made all the same, and only the answer was lost: whoever was told
 * otherwise would make and pay it twice. Else throws the error, and sees that nothing is made and charged of which nobody
 * knows, asking until the database answers.
 */
export async function undoCreation(error: unknown, creation: LostCreation): Promise<void> {
  const isAway = isDatabaseAway(error)
  if (isAway && (await creation.isMade().catch(() => false))) return
  const undone = untilAnswered(creation)
  // A database that is away may have made it even so; nobody need wait until it can be asked.
  if (!isAway) await undone
  throw error
}

async function untilAnswered({ isMade, callOff, release }: LostCreation): Promise<void> {
  const undo = async () => {
    if (await isMade()) await callOff?.()
    else await release?.()
  }
  // Without a hold to release, nothing keeps a statement that is still under way from making the task.
  if (release === undefined) await pause()
  for (;;) {
    const isOver = await undo().then(
      () => true,
      // Its end has come already.
      (error: unknown) => error instanceof AppError,
    )
    if (isOver) return
    await pause()
  }
}

const pause = () => wait(ASK_AGAIN_MILLIS, undefined, { ref: false })

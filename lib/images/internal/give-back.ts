import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@/lib/platform/errors'
import { releaseTaskMeter, type TaskMeter } from '@/lib/usage/task-meter'

const ASK_AGAIN_MILLIS = 1000

type Made = { isKept: () => Promise<boolean>; callOff: () => Promise<void> }

/**
 * Releases the hold of a task whose creator was told that there is none, or calls the task off should it be there after
 * all; asks until the database answers.
 */
export async function giveBack(meter: TaskMeter, { isKept, callOff }: Made): Promise<void> {
  const undo = async () => {
    if (await isKept()) await callOff()
    else await releaseTaskMeter(meter)
  }
  for (;;) {
    const isOver = await undo().then(
      () => true,
      // Its end has come already.
      (error: unknown) => error instanceof AppError,
    )
    if (isOver) return
    await wait(ASK_AGAIN_MILLIS, undefined, { ref: false })
  }
}

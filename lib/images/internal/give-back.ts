import { setTimeout as wait } from 'node:timers/promises'
import { releaseTaskMeter } from '@/lib/usage/release-task-meter'
import type { TaskMeter } from '@/lib/usage/task-meter'

const ASK_AGAIN_MILLIS = 1000

/** Releases the hold of a task that could not be made, unless `isKept` says that it was; asks until the database answers. */
export async function giveBack(meter: TaskMeter, isKept: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const kept = await isKept().catch(() => undefined)
    if (kept === false) await releaseTaskMeter(meter)
    if (kept !== undefined) return
    await wait(ASK_AGAIN_MILLIS, undefined, { ref: false })
  }
}

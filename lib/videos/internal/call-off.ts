import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { cancelVideo } from '../cancel-video'

const ASK_AGAIN_MILLIS = 1000

/** Ends a task whose creator was told that there is none, should it be there after all; asks until the database answers. */
export async function callOff(caller: Caller, id: string): Promise<void> {
  for (;;) {
    await wait(ASK_AGAIN_MILLIS, undefined, { ref: false })
    const isOver = await cancelVideo(caller, id).then(
      () => true,
      (error: unknown) => error instanceof AppError,
    )
    if (isOver) return
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** So long the process is listened to; what comes meanwhile is fetched together. */
const LISTEN_MILLIS = 10
/** A timer that is later than that says that requests wait for their turn too. */
const LATE_MILLIS = 5
/** Whatever there is to answer, work in the background goes on after so long. */
export const LONGEST_MILLIS = 100

/**
 * Lets requests go first: resolves after a moment, or as soon as this process is no longer late with everything, or when
 * work in the background has waited long enough. Answers how long that was, ms.
 */
export async function giveWay(): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const listenedAt = performance.now()
    await pause(LISTEN_MILLIS)
    const now = performance.now()
    const isLate = now - listenedAt - LISTEN_MILLIS > LATE_MILLIS
    if (!isLate || now - startedAt + LISTEN_MILLIS >= LONGEST_MILLIS) return now - startedAt
  }
}

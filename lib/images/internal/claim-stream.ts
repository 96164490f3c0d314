import { randomUUID } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { claimResult, completeClaim, releaseClaim } from '../output-repository'
import { toImageTask } from '../presenter'
import type { TaskRow } from '../repository'
import { openSources, resultStream } from './result-stream'

/** A read that shows no progress for this long has lost its claim. */
const LEASE_SECONDS = 60
const RENEW_AFTER_MILLIS = 15_000

/**
 * Claims the one-time result for this read. The claim is final when all but the last bytes are with the client; a client
 * that hangs up before has got nothing, and the next read may have it all. Undefined: another read has the claim.
 */
export async function claimStream(task: TaskRow, signal: AbortSignal): Promise<StreamBody | undefined> {
  const token = randomUUID()
  if (!(await claimResult(task.id, token, LEASE_SECONDS))) return undefined
  const release = () =>
    releaseClaim(task.id, token).catch((error: unknown) =>
      // Its lease ends by itself.
      logger.warn({ task: task.id, err: String(error) }, 'a claim could not be released'),
    )
  let renewedAt = performance.now()
  try {
    const { sources, discard } = await openSources(task)
    const stream = resultStream(toImageTask(task), sources, {
      async onPiece() {
        if (performance.now() - renewedAt < RENEW_AFTER_MILLIS) return
        renewedAt = performance.now()
        if (!(await claimResult(task.id, token, LEASE_SECONDS)))
          throw new AppError('result_claim_in_progress')
      },
      async onComplete() {
        if (!(await completeClaim(task.id, token, clock.now())))
          throw new AppError('result_claim_in_progress')
      },
      onEnd(isComplete) {
        discard()
        if (!isComplete) void release()
      },
    })
    return streamBytes(stream, signal)
  } catch (error) {
    await release()
    throw error
  }
}

import { Readable } from 'node:stream'
import { recordFailure } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { attemptAt } from '@/lib/gateway/routing/try-routes'
import { toCallError } from '@/lib/gateway/routing/upstream-fault'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import type { AppError } from '@/lib/platform/errors'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type ChargedCall, clientLeft, failedWith, type Served, type Used } from '../charged-call'

/** Whether the route bills tokens. */
export function isCounted({ price }: ResolvedRoute): boolean {
  return price.completion > 0n || price.prompt > 0n
}

type Ended = {
  /** What was used of a complete answer, or of one whose client left. */
  usedBy: (isWhole: boolean) => Used
  /** The last event, if any. A broken stream without one is cut off. */
  lastEvent: (reading: MeterReading, failure: AppError | undefined) => Promise<string | undefined>
}

/** Sends parts as they arrive. However the stream ends, the call is settled once, before its end is sent. */
export function relay(
  call: ChargedCall,
  { route, attempts }: Served<unknown>,
  parts: AsyncIterable<Buffer | string>,
  { usedBy, lastEvent }: Ended,
): StreamBody {
  let isOver = false
  const settle = (reading: MeterReading) => {
    isOver = true
    call.settle(reading)
    return reading
  }
  const fail = (error: unknown) => {
    if (error instanceof UpstreamError) recordFailure(route, error)
    const failure = toCallError(error)
    const broken = attemptAt(route, { code: failure.wireCode, status: 200, latencyMs: 0 })
    const tries = [...attempts.filter(({ code }) => code !== null), broken]
    const reading = call.reading({ route, attempts: tries }, { usageSource: 'none' }, failedWith(failure))
    return lastEvent(settle(reading), failure)
  }
  async function* sent() {
    let last: string | undefined
    try {
      yield* parts
      if (isOver) return
      last = await lastEvent(settle(call.reading({ route, attempts }, usedBy(true))), undefined)
    } catch (error) {
      if (call.client.aborted || isOver) throw error
      last = await fail(error)
      if (last === undefined) throw error
    }
    if (last !== undefined) yield last
  }
  const source = Readable.from(sent())
  // Fires even if reading has not begun.
  source.once('close', () => {
    if (!isOver) settle(call.reading({ route, attempts }, usedBy(false), clientLeft))
  })
  return streamBytes(source, call.client)
}

export const toEvent = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

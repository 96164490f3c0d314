import { Readable } from 'node:stream'
import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import { noteFailure } from '@/lib/gateway/routing/route-health'
import { attemptAt, type Tried, tryRoutes } from '@/lib/gateway/routing/try-routes'
import { toCallError } from '@/lib/gateway/routing/upstream-fault'
import { chargeOf, type Meter, settleMeter } from '@/lib/money/usage/meter'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import { AppError, errorTypeOf } from '@/lib/platform/errors'
import { type StreamBody, streamBytes } from '@/lib/platform/stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** The request: its id (also of its hold and its usage row), and whether its client is still connected. */
export type AudioContext = { requestId: string; signal: AbortSignal }

export type Used = Pick<
  MeterReading,
  'promptTokens' | 'completionTokens' | 'characters' | 'audioMillis' | 'usageSource'
>
type Kind = 'speech' | 'transcription'
export type Served<Result> = Tried<Result> & { ok: true }

type Serving<Result> = {
  kind: Kind
  routes: readonly ResolvedRoute[]
  meter: Meter
  client: AbortSignal
  call: (route: ResolvedRoute, onAccepted: () => void) => Promise<Result>
  /** What a client owes that disconnected after this upstream had accepted the call. */
  owed: (route: ResolvedRoute) => Used
}

/** Tries the routes until one answers. If none does, books the call and throws its error. */
export async function serve<Result>(serving: Serving<Result>): Promise<Served<Result>> {
  const { kind, routes, meter, client, call, owed } = serving
  await meter.held
  let isAccepted = false
  const tried = await tryRoutes(routes, client, async (route) => {
    isAccepted = false
    const onAccepted = () => {
      isAccepted = true
    }
    const result = await call(route, onAccepted)
    onAccepted()
    return result
  })
  if (tried.ok && !client.aborted) return tried
  const error = tried.ok ? client.reason : tried.error
  if (!client.aborted) {
    const failure = toCallError(error)
    book(meter, kind, tried, { failure }, nothingUsed)
    throw failure
  }
  // An upstream that failed is not paid, also where the client left at the same moment.
  const isOwed = isAccepted && !(error instanceof UpstreamError)
  book(meter, kind, tried, 'aborted', isOwed ? owed(tried.route) : nothingUsed)
  throw new AppError('client_closed_request')
}

const nothingUsed: Used = { promptTokens: 0, completionTokens: 0, usageSource: 'none' }

/** How a call ended: complete, the client left, or it failed, which costs nothing. */
export type End = 'whole' | 'aborted' | { failure: AppError }

/** Settles the meter by what was used, and returns the booked reading. */
export function book(
  meter: Meter,
  modality: Kind,
  { route, attempts }: Tried<unknown>,
  end: End,
  used: Used,
): MeterReading {
  const isFailed = typeof end === 'object'
  const reading: MeterReading = {
    ...(isFailed ? nothingUsed : used),
    modality,
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    costPrice: route.costPrice,
    ownKeyFactor: route.ownKeyFactor,
    cachedTokens: 0,
    reasoningTokens: 0,
    firstByteAt: null,
    attempts,
    status: isFailed ? 'failed' : 'success',
    finishReason: end === 'aborted' ? 'aborted' : null,
    errorCode: isFailed ? end.failure.wireCode : null,
  }
  void settleMeter(meter, reading)
  return reading
}

/** What is charged for it in USD, as a number like that of chat. */
export const chargedUsd = async (meter: Meter, reading: MeterReading): Promise<number> =>
  Number(await chargeOf(meter, reading)) / 1e9

/** Whether tokens are what it is billed by. */
export function isCounted({ price }: ResolvedRoute): boolean {
  return price.completion > 0n || price.prompt > 0n
}

/**
 * Sends parts as they arrive. `onEnd` is called once, however it ends, and before the end is sent: it books the request
 * and returns the last event, or undefined. A broken stream without a last event is cut off.
 */
export function relay(
  parts: AsyncIterable<Buffer | string>,
  { route, attempts }: Served<unknown>,
  client: AbortSignal,
  onEnd: (end: End, tried: Served<null>) => Promise<string | undefined>,
): StreamBody {
  let isOver = false
  const finish = (end: End, tries = attempts) => {
    if (isOver) return undefined
    isOver = true
    return onEnd(end, { ok: true, result: null, route, attempts: tries })
  }
  async function* sent() {
    let last: string | undefined
    try {
      yield* parts
      last = await finish('whole')
    } catch (error) {
      if (client.aborted) throw error
      if (error instanceof UpstreamError) noteFailure(route, error)
      const failure = toCallError(error)
      const broken = attemptAt(route, { code: failure.wireCode, status: 200, latencyMs: 0 })
      last = await finish({ failure }, [...attempts.filter(({ code }) => code !== null), broken])
      if (last === undefined) throw error
    }
    if (last !== undefined) yield last
  }
  const source = Readable.from(sent())
  // Also where reading has not begun.
  source.once('close', () => void finish('aborted'))
  return streamBytes(source, client)
}

export const toEvent = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

/** The event that reports that a stream broke. */
export function errorEvent({ message, status, param, wireCode: code }: AppError, requestId: string): string {
  return toEvent({ error: { message, type: errorTypeOf(status), param, code, request_id: requestId } })
}

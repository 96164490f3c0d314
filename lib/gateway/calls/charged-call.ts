import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { type Attempt, type Tried, type TryOptions, tryRoutes } from '@/lib/gateway/routing/try-routes'
import { toCallError } from '@/lib/gateway/routing/upstream-fault'
import type { Recount } from '@/lib/money/ledger/holds'
import { BATCH_TIER } from '@/lib/money/prices/rates'
import { chargeOf, type Meter, openMeter, releaseMeter, settleMeter } from '@/lib/money/usage/meter'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import { beginCall, type EndCall } from '@/lib/platform/call-limits'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { toUsdNumber } from '@/lib/platform/money'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type LimitedCall, showTokens } from './limits'

/**
 * The request: its ID (also the ID of its hold and usage row), the signal that aborts when its client leaves, and, if its
 * answer is stored for retries, whether it was stored.
 */
export type CallContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
  /** Response headers, complete when the answer begins. */
  answerHeaders?: Record<string, string> | undefined
}

type Terms = {
  modality: MeterReading['modality']
  /** The most that the call can cost, in nano-USD, and a more exact count for when that much is not available. */
  worstCaseNanos: bigint
  recount?: Recount
  /** Whether to call no upstream before the money is held, even if there is plenty of it. */
  waits: boolean
  /** The requested service tier. */
  serviceTier?: string | null
  limited?: LimitedCall | undefined
}

/**
 * Takes the most that a call can use of its limits, holds the most that it can cost, and runs `work`. Unless `work` settled it,
 * all is given back.
 */
export async function charged<Result>(
  caller: Caller,
  context: CallContext,
  terms: Terms,
  work: (call: ChargedCall) => Promise<Result>,
): Promise<Result> {
  const endLimits = terms.limited && (await begin(terms.limited, context))
  const call = new ChargedCall(caller, context, terms, endLimits)
  try {
    if (terms.waits || !call.isCertain) await call.held
    return await work(call)
  } catch (error) {
    call.release()
    throw error
  }
}

function begin(limited: LimitedCall, { requestId: id, answerHeaders }: CallContext): Promise<EndCall> {
  return beginCall({ ...limited, id }, answerHeaders && ((state) => showTokens(answerHeaders, state)))
}

/** What a call used, and who counted it. An absent quantity is zero. */
export type Used = Pick<MeterReading, 'usageSource'> &
  Partial<
    Pick<
      MeterReading,
      | 'promptTokens'
      | 'cachedTokens'
      | 'cacheWriteTokens'
      | 'cacheWriteHourTokens'
      | 'imageInputTokens'
      | 'audioInputTokens'
      | 'cachedAudioTokens'
      | 'completionTokens'
      | 'audioTokens'
      | 'imageOutputTokens'
      | 'reasoningTokens'
      | 'webSearches'
      | 'characters'
      | 'audioMillis'
      | 'serviceTier'
    >
  >

const nothingUsed: Used = { usageSource: 'none' }

/** How an answer ended, unless it is complete. */
export type Ending = Pick<MeterReading, 'status' | 'finishReason' | 'errorCode'> & {
  firstByteAt?: Date | undefined
}

const complete: Ending = { status: 'success', finishReason: null, errorCode: null }
export const clientLeft: Ending = { status: 'success', finishReason: 'aborted', errorCode: null }
export function failedWith({ wireCode }: AppError): Ending {
  return { status: 'failed', finishReason: null, errorCode: wireCode }
}

/** A call that a route served, with every try. */
export type Served<Result> = Tried<Result> & { ok: true }
type Serving = { route: ResolvedRoute; attempts: readonly Attempt[] }

/** What `ask` gets about its try. */
export type Try = {
  signal: AbortSignal
  /** The failed tries before it, and its start (`performance.now()`). */
  failed: readonly Attempt[]
  startedAt: number
  /** Whether no other route could replace this one now. */
  isLast: () => boolean
}

/**
 * A paid call of a model:
 *
 * - `held`: the most that it can cost is held, or about to be. If it fails or its client leaves, it costs nothing.
 * - `accepted`: an upstream has accepted it. If the client leaves, it pays for what was used; if the upstream fails, nothing.
 * - `delivered`: an upstream has answered, or begun to.
 * - `ended`: settled by what was used, or released.
 *
 * Only this class ends the meter, and only once.
 */
export class ChargedCall {
  private state: 'held' | 'accepted' | 'delivered' | 'ended' = 'held'
  private readonly meter: Meter
  readonly client: AbortSignal

  constructor(
    readonly caller: Caller,
    { requestId, signal, answerKept }: CallContext,
    private readonly terms: Pick<Terms, 'modality' | 'worstCaseNanos' | 'recount' | 'serviceTier'>,
    private readonly endLimits?: EndCall,
  ) {
    this.client = signal
    this.meter = openMeter(caller, requestId, terms.worstCaseNanos, answerKept, terms.recount)
  }

  get id(): string {
    return this.meter.id
  }

  /** Resolves when the money is held. Nothing may be delivered before. */
  get held(): Promise<void> {
    return this.meter.held
  }

  get isCertain(): boolean {
    return this.meter.isCertain
  }

  /**
   * Tries the routes until one answers and the money is held. If none answers or the client has left, books that and
   * throws. `owed` returns what a client that left owes, given the answer that it did not wait for, if there is one.
   */
  async try<Result>(
    routes: readonly ResolvedRoute[],
    ask: (route: ResolvedRoute, one: Try) => Promise<Result>,
    owed: (route: ResolvedRoute, result: Result | undefined) => Used,
    options?: TryOptions,
  ): Promise<Served<Result>> {
    const { signal, unlink } = this.linkedAbort()
    const tried = await tryRoutes(
      routes,
      signal,
      (route, failed, startedAt, isLast) => {
        this.state = 'held'
        return ask(route, { signal, failed, startedAt, isLast })
      },
      options,
    )
    unlink()
    if (!this.meter.isHeld) await this.meter.held
    // The relay settles a stream that has begun, even if its client left at once.
    if (tried.ok && (this.state === 'ended' || !this.client.aborted)) {
      if (this.state !== 'ended') this.state = 'delivered'
      return tried
    }
    throw this.fail(tried, owed)
  }

  /** The upstream has accepted the call (2xx headers). */
  readonly accept = (): void => {
    this.state = 'accepted'
  }

  /** What is booked: what was used at this route, and how it ended. */
  reading(serving: Serving, used: Used, ending?: Ending): MeterReading {
    const reading = readingOf(this.terms.modality, serving, used, ending)
    reading.serviceTier = this.billedTier(serving.route, used)
    return reading
  }

  /** A line of a batch that asks for no tier is billed in the batch's, where the route has a price for it. */
  private billedTier({ price }: ResolvedRoute, used: Used): string | null | undefined {
    const { serviceTier: asked } = this.terms
    if (asked != null) return used.serviceTier === undefined ? asked : used.serviceTier
    return this.caller.isBatch && price.serviceTiers.has(BATCH_TIER) ? BATCH_TIER : used.serviceTier
  }

  chargeOf(reading: MeterReading): bigint | Promise<bigint> {
    return chargeOf(this.meter, reading)
  }

  async chargedUsd(reading: MeterReading): Promise<number> {
    return toUsdNumber(await this.chargeOf(reading))
  }

  /** Call this only after the answer is written: what cannot be sent is not paid for. */
  settle(reading: MeterReading): void {
    this.state = 'ended'
    this.endLimits?.(reading.promptTokens + reading.completionTokens)
    void settleMeter(this.meter, reading)
  }

  /** After an unexpected error: charges nothing, unless the call is settled already. */
  release(): void {
    this.state = 'ended'
    this.endLimits?.(0)
    void releaseMeter(this.meter)
  }

  /** Books a call that delivered nothing, and returns the client's error. */
  private fail<Result>(
    tried: Tried<Result>,
    owed: (route: ResolvedRoute, result: Result | undefined) => Used,
  ): AppError {
    const error = tried.ok ? undefined : tried.error
    const isAborted = this.client.aborted
    const failure = isAborted ? new AppError('client_closed_request') : toCallError(error)
    const isAccepted = tried.ok || this.state === 'accepted'
    // A failed upstream is not paid, even if the client left at the same moment.
    const isOwed = isAborted && isAccepted && !(error instanceof UpstreamError)
    const used = isOwed ? owed(tried.route, tried.ok ? tried.result : undefined) : nothingUsed
    this.settle(this.reading(tried, used, isAborted ? clientLeft : failedWith(failure)))
    return failure
  }

  /** A signal for the upstream that aborts when the client leaves or the hold is refused. */
  private linkedAbort(): { signal: AbortSignal; unlink: () => void } {
    const { client, meter } = this
    // Money that is held cannot be refused anymore.
    if (meter.isHeld) return { signal: client, unlink: () => undefined }
    const controller = new AbortController()
    const onAbort = () => controller.abort(client.reason)
    if (client.aborted) onAbort()
    client.addEventListener('abort', onAbort, { once: true })
    meter.held.catch((error: unknown) => controller.abort(error))
    return { signal: controller.signal, unlink: () => client.removeEventListener('abort', onAbort) }
  }
}

/** What was used at a route, as it is priced and booked. A failed call costs nothing. */
export function readingOf(
  modality: MeterReading['modality'],
  { route, attempts }: Serving,
  used: Used,
  ending: Ending = complete,
): MeterReading {
  return {
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    ...used,
    modality,
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    costPrice: route.costPrice,
    ownKeyFactor: route.ownKeyFactor,
    priceFactor: route.priceFactor,
    status: ending.status,
    finishReason: ending.finishReason,
    errorCode: ending.errorCode,
    firstByteAt: ending.firstByteAt ?? null,
    attempts,
  }
}

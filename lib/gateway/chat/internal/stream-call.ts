import type { ChargedCall, Try } from '@/lib/gateway/calls/charged-call'
import { recordFailure, recordRouteFigures } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { type Attempt, attemptAt } from '@/lib/gateway/routing/try-routes'
import { errorEvent, toAppError, toCallError } from '@/lib/gateway/routing/upstream-fault'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { Usage } from '@/lib/upstream/reading/usage'
import { askModel } from '@/lib/upstream/registry'
import type { ChatRequest } from '../schema'
import { type CallPlan, isLegacy } from './plan-call'
import { type AnswerStream, KEEP_ALIVE, KEEP_ALIVE_MILLIS, type RelayEnd, StreamRelay } from './stream-relay'
import { UpstreamRequests } from './upstream-request'
import { speedOf, toUsageReply, toUsed, usageOfStream } from './usage'

/**
 * An answer as server-sent events. Resolves when the upstream has begun, so a failure before that is an ordinary error; or
 * earlier, when the response head has to be sent (`EarlyHead`).
 */
export function completeStream(
  plan: CallPlan,
  call: ChargedCall,
  answerHeaders: Record<string, string> | undefined,
): Promise<AnswerStream> {
  return new StreamCall(call, plan.request).begin(plan, answerHeaders)
}

/** By OpenAI's option or OpenRouter's. */
function asksForUsage({ stream_options, usage }: ChatRequest): boolean {
  return stream_options?.include_usage === true || usage?.include === true
}

/** The route that serves a stream. */
type Serving = Pick<Try, 'failed' | 'startedAt'> & { route: ResolvedRoute }

/** What is booked of a stream, and which usage is reported. */
type Booking = { reading: MeterReading; usage: Usage | undefined }

/**
 * A streamed call:
 *
 * - `opening`: routes are tried. A failure is an ordinary error, and `charged` releases the hold.
 * - `headed`: the response head was sent before the answer began. A failure becomes an event, and the hold is released here.
 * - `begun`: the client receives an upstream's answer. The relay settles the call once, however it ends.
 *
 * The call outlives the plan, which is large: no closure that stays may hold the plan.
 */
class StreamCall {
  private readonly id = newId('chatcmpl')
  private readonly created = Math.floor(Date.now() / 1000)
  private readonly early = new EarlyHead()
  /** The relay of the route that is being tried. */
  private relay: StreamRelay | undefined
  private state: 'opening' | 'headed' | 'begun' = 'opening'

  constructor(
    private readonly call: ChargedCall,
    private readonly request: ChatRequest,
  ) {}

  async begin(plan: CallPlan, answerHeaders: Record<string, string> | undefined): Promise<AnswerStream> {
    const opening = this.open(plan, answerHeaders).finally(() => this.early.stop())
    const relay = await Promise.race([opening, this.early.due.then(() => this.call.held)])
    if (relay) return relay.body
    if (this.state === 'opening') this.state = 'headed'
    opening.catch(() => this.call.release())
    return lateBody(opening, this.call.id)
  }

  private async open(
    plan: CallPlan,
    answerHeaders: Record<string, string> | undefined,
  ): Promise<StreamRelay> {
    const { call, request } = this
    const requests = new UpstreamRequests(plan, answerHeaders)
    try {
      const { result } = await call.try(
        plan.routes,
        async (route, { signal, failed, startedAt, isLast }) => {
          this.early.begin(isLast)
          const relay = this.relayOf({ route, failed, startedAt })
          this.relay = relay
          const asked = { ...requests.at(route), signal, onAccepted: this.accept }
          const stream = await askModel('chat', route, (model) => model.stream(asked), plan.conversation)
          this.accept()
          await relay.open(stream, signal)
          this.state = 'begun'
          requests.served(route)
          abortWith(call.client, relay)
          return relay
        },
        (route) => toUsed(route, request, usageOfStream(route, request, this.endSoFar())),
        requests,
      )
      return result
    } catch (error) {
      // The money was refused after the upstream had begun.
      if (this.state === 'begun') this.relay?.abort()
      throw error
    }
  }

  private readonly accept = () => {
    this.call.accept()
    this.early.accept()
  }

  private endSoFar(): RelayEnd {
    if (this.relay === undefined) throw new Error('no route was tried')
    return this.relay.endSoFar()
  }

  /** The relay of one route's stream to the client. It settles the call when it ends. */
  private relayOf(serving: Serving): StreamRelay {
    const { call, request, id, created } = this
    const identity = { id, created, model: serving.route.modelId }
    const showsUsage = asksForUsage(request)
    let known: Booking | undefined
    const read = (end: RelayEnd) => {
      known ??= this.bookingOf(serving, end)
      return known
    }
    return new StreamRelay({
      identity,
      showsUsage,
      choiceCount: request.n ?? 1,
      isLegacy: isLegacy(request),
      onComplete: (end) => {
        if (!showsUsage) return undefined
        const { reading, usage } = read(end)
        const charge = call.chargeOf(reading)
        const payload = (charged: bigint) => usagePayload(identity, end, usage, charged)
        return typeof charge === 'bigint' ? payload(charge) : charge.then(payload)
      },
      onEnd: (end) => {
        const { reading } = read(end)
        call.settle(reading)
        recordStreamEnd(serving, end, reading.completionTokens)
      },
      errorEvent: (error) => errorEvent(call.id, error),
    })
  }

  private bookingOf(serving: Serving, end: RelayEnd): Booking {
    const { route } = serving
    const { kind, finishReason, error } = end
    // A tool call without arguments has no text.
    const isEmpty = kind === 'complete' && end.content === '' && finishReason !== 'tool_calls'
    const counted = usageOfStream(route, this.request, end)
    const reading = this.call.reading(
      { route, attempts: streamAttempts(serving, end) },
      toUsed(route, this.request, counted, end.serviceTier),
      {
        status: kind === 'broken' || isEmpty ? 'failed' : 'success',
        finishReason: kind === 'aborted' ? 'aborted' : kind === 'broken' ? 'error' : (finishReason ?? null),
        errorCode: error ? toAppError(error).wireCode : isEmpty ? 'empty_answer' : null,
        firstByteAt: end.firstByteAt,
      },
    )
    return { reading, usage: counted.usage }
  }
}

/** A function of its own: a closure of the call would keep the plan. */
function abortWith(client: AbortSignal, relay: StreamRelay): void {
  if (client.aborted) relay.abort()
  else client.addEventListener('abort', () => relay.abort(), { once: true })
}

/** The chunk with the usage, as in a whole answer; undefined if the usage is unknown. */
function usagePayload(
  identity: object,
  { serviceTier }: RelayEnd,
  usage: Usage | undefined,
  chargedNanos: bigint,
): string | undefined {
  if (usage === undefined) return undefined
  return JSON.stringify({
    ...identity,
    object: 'chat.completion.chunk',
    choices: [],
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    usage: toUsageReply(usage, chargedNanos),
  })
}

/** Every attempt of a stream that began, its own last; none if the first route succeeded. */
function streamAttempts({ route, failed, startedAt }: Serving, end: RelayEnd): readonly Attempt[] {
  if (failed.length === 0 && end.error === undefined) return failed
  // If `tryRoutes` has returned, its list includes an entry for this attempt.
  const before = failed.filter(({ code }) => code !== null)
  const code = end.error ? toAppError(end.error).wireCode : null
  const latencyMs = (end.firstByteMs ?? startedAt) - startedAt
  return [...before, attemptAt(route, { code, status: 200, latencyMs })]
}

/** Records what the end of a stream says about its route. */
function recordStreamEnd({ route, startedAt }: Serving, end: RelayEnd, tokens: number): void {
  if (end.error !== undefined) recordFailure(route, end.error)
  if (end.error !== undefined || end.firstByteMs === undefined) return
  const writingMs = performance.now() - end.firstByteMs
  const tokensPerSecond = end.kind === 'complete' ? speedOf(tokens, writingMs) : undefined
  recordRouteFigures(route.routeId, { ttftMs: end.firstByteMs - startedAt, tokensPerSecond })
}

/** Most upstreams begin or fail within this time after accepting a call. */
const ACCEPTED_MILLIS = 250
const SILENT_MILLIS = 5000

/**
 * Decides when to send the head of a stream before the answer begins, since proxies drop silent connections: shortly after the
 * upstream has accepted, or after five seconds. No HTTP status can report a failure after that, so it waits while another route
 * could still be tried.
 */
export class EarlyHead {
  readonly #due = Promise.withResolvers<void>()
  #timer = setTimeout(() => this.#expire(), SILENT_MILLIS)
  #isExpired = false
  #isLast = () => false

  get due(): Promise<void> {
    return this.#due.promise
  }

  /** A route is tried. `isLast` returns whether no other route can replace it. */
  begin(isLast: () => boolean): void {
    this.#isLast = isLast
    if (this.#isExpired) this.#expire()
  }

  /** Its upstream has accepted. */
  accept(): void {
    if (this.#isExpired || !this.#isLast()) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#expire(), ACCEPTED_MILLIS)
  }

  /** The answer has begun or failed. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #expire(): void {
    this.#isExpired = true
    if (this.#isLast()) this.#due.resolve()
  }
}

/** The body after an early head: comments, and then the answer or an error event. */
export function lateBody(opening: Promise<StreamRelay>, requestId: string): AnswerStream {
  let relay: StreamRelay | undefined
  return {
    reportedUsage: () => relay?.body.reportedUsage(),
    start: (sink) => {
      sink.write(KEEP_ALIVE)
      const pinging = setInterval(() => sink.write(KEEP_ALIVE), KEEP_ALIVE_MILLIS).unref()
      const fail = (error: unknown) => {
        if (toCallError(error).code === 'internal_error')
          logger.error(
            { requestId, err: error instanceof Error ? error.stack : undefined },
            'a stream failed',
          )
        sink.write(Buffer.from(errorEvent(requestId, error)))
        sink.end()
      }
      void opening
        .finally(() => clearInterval(pinging))
        .then((opened) => {
          relay = opened
          opened.body.start(sink)
        }, fail)
        .catch(() => sink.destroy())
    },
  }
}

import type { ChargedCall, Try } from '@/lib/gateway/calls/charged-call'
import { recordFailure, recordRouteFigures } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { type Attempt, attemptAt } from '@/lib/gateway/routing/try-routes'
import { toAppError, toCallError } from '@/lib/gateway/routing/upstream-fault'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { Usage } from '@/lib/upstream/reading/usage'
import { askModel } from '@/lib/upstream/registry'
import type { ChatRequest } from '../schema'
import { type CallPlan, isLegacy } from './plan-call'
import {
  type AnswerStream,
  errorPayload,
  KEEP_ALIVE,
  KEEP_ALIVE_MILLIS,
  type RelayEnd,
  StreamRelay,
} from './stream-relay'
import { UpstreamRequests } from './upstream-request'
import { speedOf, toUsageReply, toUsed, usageOfStream } from './usage'

/**
 * An answer as server-sent events. Resolves when the upstream has begun, so that every failure before that is an
 * ordinary error; or when the head has to be sent before (`EarlyHead`).
 */
export function completeStream(
  plan: CallPlan,
  call: ChargedCall,
  answerHeaders: Record<string, string> | undefined,
): Promise<AnswerStream> {
  return new StreamCall(call, plan.request).begin(plan, answerHeaders)
}

/** By OpenAI's switch or OpenRouter's. */
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
 * - `opening`: routes are tried. A failure is an ordinary error, and `charged` releases what was not settled.
 * - `headed`: the head had to be sent before the answer began. A failure is an event, and released here.
 * - `begun`: the client gets an upstream's answer. Its relay settles the call, once, however it ends.
 *
 * It outlives the plan, whose bytes are many: no closure that stays may hold that.
 */
class StreamCall {
  private readonly id = newId('chatcmpl')
  private readonly created = Math.floor(Date.now() / 1000)
  private readonly early = new EarlyHead()
  /** That of the route being tried. */
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
          const stream = await askModel('chat', route, (model) => model.stream(asked))
          this.accept()
          await relay.open(stream, signal)
          this.state = 'begun'
          requests.served(route)
          abortWith(call.client, relay)
          return relay
        },
        (route) => toUsed(route, request, usageOfStream(route, request, this.soFar())),
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

  private soFar(): RelayEnd {
    if (this.relay === undefined) throw new Error('no route was tried')
    return this.relay.soFar()
  }

  /** What carries one route's stream to the client, and settles the call when it ends. */
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
      errorPayload: (error) => errorPayload(call.id, error),
    })
  }

  private bookingOf(serving: Serving, end: RelayEnd): Booking {
    const { route } = serving
    const { kind, finishReason, error } = end
    // A call of a tool that takes no arguments has no text.
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

/** No closure of the call, which would keep the plan. */
function abortWith(client: AbortSignal, relay: StreamRelay): void {
  if (client.aborted) relay.abort()
  else client.addEventListener('abort', () => relay.abort(), { once: true })
}

/** The same fields as in a whole answer; undefined where nothing is known. */
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

/** Every attempt of a stream that began, its own last; none where the first route succeeded. */
function streamAttempts({ route, failed, startedAt }: Serving, end: RelayEnd): readonly Attempt[] {
  if (failed.length === 0 && end.error === undefined) return failed
  // `tryRoutes` has added its own entry for this attempt when the stream ends after it.
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

/** An upstream that has accepted mostly begins, or fails, within this time. */
const ACCEPTED_MILLIS = 250
const SILENT_MILLIS = 5000

/**
 * When the head of a stream is sent before the answer begins, since proxies between us and the client drop silent
 * connections: soon after the upstream has accepted, or after five seconds. From then on no status can report a
 * failure; so not while another route may still be tried, whose failure has to be reported too.
 */
export class EarlyHead {
  readonly #due = Promise.withResolvers<void>()
  #timer = setTimeout(() => this.#expire(), SILENT_MILLIS)
  #isExpired = false
  #isLast = () => false

  get due(): Promise<void> {
    return this.#due.promise
  }

  /** A route is tried; `isLast`: whether no other can replace it. */
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

  /** The answer has begun, or has failed. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #expire(): void {
    this.#isExpired = true
    if (this.#isLast()) this.#due.resolve()
  }
}

/** What is sent after an early head: comments, and then the answer or why there is none. */
export function lateBody(opening: Promise<StreamRelay>, requestId: string): AnswerStream {
  let relay: StreamRelay | undefined
  return {
    reportedUsage: () => relay?.body.reportedUsage(),
    start: (sink) => {
      sink.write(KEEP_ALIVE)
      const pinging = setInterval(() => sink.write(KEEP_ALIVE), KEEP_ALIVE_MILLIS).unref()
      const tell = (error: unknown) => {
        if (toCallError(error).code === 'internal_error')
          logger.error(
            { requestId, err: error instanceof Error ? error.stack : undefined },
            'a stream failed',
          )
        sink.write(Buffer.from(`data: ${errorPayload(requestId, error)}\n\n`))
        sink.end()
      }
      void opening
        .finally(() => clearInterval(pinging))
        .then((opened) => {
          relay = opened
          opened.body.start(sink)
        }, tell)
        .catch(() => sink.destroy())
    },
  }
}

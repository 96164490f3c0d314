import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { errorEvent } from '@/lib/gateway/routing/upstream-fault'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { countTexts } from '@/lib/platform/tokens'
import type { Speech } from '@/lib/upstream/contract/audio-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { askModel } from '@/lib/upstream/registry'
import { type CallContext, type ChargedCall, charged, type Served, type Used } from '../charged-call'
import { type LimitedCall, limitsOf } from '../limits'
import { isCounted, relay, toEvent } from './relay'
import type { SpeechEvent, SpeechRequest } from './schema'

/**
 * Converts text to speech: sends the audio as it arrives, or as events. Holds the most it can cost, tries the model's routes
 * until one delivers its first bytes, and settles by what was used.
 */
export function createSpeech(
  caller: Caller,
  request: SpeechRequest,
  context: CallContext,
): Promise<{ mimeType: string; body: StreamBody }> {
  const plan = planSpeech(caller, request)
  const { worstCaseNanos, limited } = plan
  const terms = { modality: 'speech' as const, worstCaseNanos, limited, waits: true }
  return charged(caller, context, terms, async (call) => send(await speak(plan, call), plan, call))
}

type SpeechPlan = {
  request: SpeechRequest
  characters: number
  routes: readonly ResolvedRoute[]
  worstCaseNanos: bigint
  limited: LimitedCall | undefined
}

const TOKENS_AROUND = 16
/** The most tokens of audio for one character, which may be a drawn-out syllable. A letter takes one or two. */
const MOST_TOKENS = 8

function planSpeech(caller: Caller, request: SpeechRequest): SpeechPlan {
  const { model, models, provider, input, instructions } = request
  const { model: asked, routes } = resolveRoutes(caller, { model, modality: 'speech', models, provider })
  refuseWhileResting(routes)
  const characters = [...input].length
  // No token is shorter than a byte.
  const promptTokens = Buffer.byteLength(input + (instructions ?? '')) + TOKENS_AROUND
  const mostOutput = ({ maxOutputTokens }: ResolvedRoute) =>
    Math.min(maxOutputTokens ?? Number.POSITIVE_INFINITY, characters * MOST_TOKENS)
  const worstCaseNanos = highestCost(routes, (route) =>
    worstCaseCost(route.price, { characters, promptTokens, completionTokens: mostOutput(route) }),
  )
  const limits = limitsOf(caller, asked)
  const tokens = Math.max(0, ...routes.filter(isCounted).map((route) => promptTokens + mostOutput(route)))
  return { request, characters, routes, worstCaseNanos, limited: limits && { limits, tokens } }
}

/** Speech whose first bytes have arrived. */
type Begun = { speech: Speech; first: Buffer; rest: AsyncIterator<Buffer> }

function speak(plan: SpeechPlan, call: ChargedCall): Promise<Served<Begun>> {
  const { input, voice, response_format, speed, instructions } = plan.request
  return call.try(
    plan.routes,
    async (route, { signal }) => {
      const asked = {
        model: route.upstreamId,
        input,
        voice,
        format: response_format ?? null,
        speed: speed ?? null,
        instructions: instructions ?? null,
        isCounted: isCounted(route),
        signal,
        onAccepted: call.accept,
      }
      const speech = await askModel('speech', route, (model) => model.speak(asked))
      call.accept()
      const rest = speech.audio[Symbol.asyncIterator]()
      const { done, value: first } = await rest.next()
      if (done) throw new UpstreamError('failed', { status: 200, cause: 'no audio arrived' })
      return { speech, first, rest }
    },
    (route) => usedBy(plan, route, null),
  )
}

function send(served: Served<Begun>, plan: SpeechPlan, call: ChargedCall) {
  const { speech, first, rest } = served.result
  const isEvents = plan.request.stream_format === 'sse'
  let deliveredBytes = 0
  async function* parts() {
    for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await rest.next()) {
      deliveredBytes += next.value.length
      const event: SpeechEvent = { type: 'speech.audio.delta', audio: next.value.toString('base64') }
      yield isEvents ? toEvent(event) : next.value
    }
  }
  const body = relay(call, served, parts(), {
    usedBy: (isWhole) => usedBy(plan, served.route, { speech, deliveredBytes, isWhole }),
    async lastEvent(reading, failure) {
      if (!isEvents) return undefined
      if (failure) return errorEvent(call.id, failure)
      const [input_tokens, output_tokens] = [reading.promptTokens, reading.completionTokens]
      const counts = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
      const usage = { ...counts, characters: plan.characters, cost: await call.chargedUsd(reading) }
      return toEvent({ type: 'speech.audio.done', usage } satisfies SpeechEvent)
    },
  })
  return { mimeType: isEvents ? 'text/event-stream; charset=utf-8' : speech.mimeType, body }
}

type Delivered = { speech: Speech; deliveredBytes: number; isWhole: boolean }

/** From OpenAI's price list: $0.015 per minute at $12 per million tokens. */
const TOKENS_PER_SECOND = 1250 / 60
const BYTES_PER_SECOND = 16_000
/** 24,000 samples of 16 bits. Losslessly compressed audio lasts at least as long. */
const UNCOMPRESSED_BYTES_PER_SECOND = 48_000
const uncompressed: readonly string[] = ['audio/wav', 'audio/pcm', 'audio/flac']

/** All characters, since all were sent; tokens by the upstream's count, or else by the audio that was delivered. */
function usedBy(plan: SpeechPlan, route: ResolvedRoute, delivered: Delivered | null): Used {
  const { characters, request } = plan
  const counted = delivered?.speech.usage()
  if (counted) return { ...counted, characters, usageSource: 'upstream' }
  if (!isCounted(route)) {
    const usageSource = delivered?.isWhole ? 'upstream' : 'estimated'
    return { characters, usageSource }
  }
  const isUncompressed = uncompressed.includes(delivered?.speech.mimeType ?? '')
  const seconds =
    (delivered?.deliveredBytes ?? 0) / (isUncompressed ? UNCOMPRESSED_BYTES_PER_SECOND : BYTES_PER_SECOND)
  return {
    promptTokens: countTexts([request.input, request.instructions ?? '']),
    completionTokens: Math.round(seconds * TOKENS_PER_SECOND),
    characters,
    usageSource: 'estimated',
  }
}

import { Readable } from 'node:stream'
import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute, RouteOption } from '@/lib/gateway/routing/schema'
import { errorEvent } from '@/lib/gateway/routing/upstream-fault'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import type { MeterReading } from '@/lib/money/usage/usage-row'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import type { StreamBody } from '@/lib/platform/stream'
import { countTokens } from '@/lib/platform/tokens'
import type { Transcript, TranscriptionTask } from '@/lib/upstream/contract/audio-model'
import { askModel } from '@/lib/upstream/registry'
import { type CallContext, type ChargedCall, charged, type Served, type Used } from '../charged-call'
import { limitsOf } from '../limits'
import { type Clip, readClip } from './clip'
import { isCounted, relay, toEvent } from './relay'
import {
  MOST_FILE_BYTES,
  PassedFields,
  type TranscriptionForm,
  type TranscriptReply,
  type TranscriptUsage,
  type TranslationForm,
} from './schema'

type Answer = { mimeType: string; body: string | StreamBody }

/**
 * Transcribes an audio file. Holds the most it can cost, tries the model's routes until one answers (for a stream, until its
 * first text arrives), and settles by the upstream's count, or else by the file's header.
 */
export function createTranscription(
  caller: Caller,
  form: TranscriptionForm,
  context: CallContext,
): Promise<Answer> {
  return create(caller, { form, task: 'transcribe' }, context)
}

/** The same, with the text in English whatever is spoken, by models that can. */
export function createTranslation(
  caller: Caller,
  form: TranslationForm,
  context: CallContext,
): Promise<Answer> {
  return create(caller, { form: { ...form, stream: false }, task: 'translate' }, context)
}

/** A model that lists its parameters lists `translation` if it can translate; about others, the upstream decides. */
const translates: RouteOption = {
  param: 'model',
  isServedBy: ({ supportedParameters: listed }) => listed.length === 0 || listed.includes('translation'),
  refusal: 'does not support translations',
}

async function create(
  caller: Caller,
  { form, task }: Pick<Plan, 'form' | 'task'>,
  context: CallContext,
): Promise<Answer> {
  const options = task === 'translate' ? [translates] : undefined
  const { model, routes } = resolveRoutes(caller, { model: form.model, modality: 'transcription', options })
  refuseWhileResting(routes)
  checkFile(form.file)
  const plan = { form, task, routes, clip: await readClip(form.file) }
  const limits = limitsOf(caller, model)
  const terms = {
    modality: 'transcription' as const,
    worstCaseNanos: worstCase(plan),
    waits: true,
    limited: limits && { limits, tokens: mostTokens(plan) },
  }
  return charged(caller, context, terms, async (call) => {
    const served = await transcribe(plan, call)
    return form.stream ? sendEvents(served, plan, call) : sendWhole(served, plan, call)
  })
}

function checkFile({ size }: File): void {
  if (size === 0) throw new AppError('invalid_parameter', { param: 'file', message: 'file is empty.' })
  if (size > MOST_FILE_BYTES)
    throw new AppError('payload_too_large', {
      param: 'file',
      message: `file is larger than ${MOST_FILE_BYTES} bytes.`,
    })
}

type Plan = {
  form: TranscriptionForm
  task: TranscriptionTask
  routes: readonly ResolvedRoute[]
  clip: Clip
}

/** Audio tokens as OpenAI counts them, and the most that any vendor counts. */
const TOKENS_PER_SECOND = 10
const MOST_TOKENS_PER_SECOND = 25
/** Tokens of text, in any script, at the fastest speech. */
const MOST_TEXT_TOKENS_PER_SECOND = 20
const TOKENS_AROUND = 100

function worstCase(plan: Plan): bigint {
  const audioMillis = Math.ceil(plan.clip.seconds * 1000)
  return highestCost(plan.routes, (route) =>
    worstCaseCost(route.price, { audioMillis, ...mostTokensAt(plan, route) }, ['audioInput']),
  )
}

function mostTokensAt({ form, clip: { seconds } }: Plan, { maxOutputTokens }: ResolvedRoute) {
  const prompt = Buffer.byteLength(form.prompt ?? '') + TOKENS_AROUND
  const words = Math.ceil(seconds * MOST_TEXT_TOKENS_PER_SECOND) + TOKENS_AROUND
  return {
    promptTokens: Math.ceil(seconds * MOST_TOKENS_PER_SECOND) + prompt,
    completionTokens: Math.min(maxOutputTokens ?? words, words),
  }
}

/** 0 if no route bills tokens. */
function mostTokens(plan: Plan): number {
  const most = plan.routes.filter(isCounted).map((route) => mostTokensAt(plan, route))
  return Math.max(0, ...most.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens))
}

/** A transcript in progress: its text as it arrives, and the whole once complete. */
type Begun = { chunks: Readable; whole: Promise<Transcript> }

function transcribe(plan: Plan, call: ChargedCall): Promise<Served<Begun>> {
  const { form, clip } = plan
  const isPlain = form.response_format === 'json' || form.response_format === 'text'
  return call.try(
    plan.routes,
    async (route, { signal }) => {
      const begun = Promise.withResolvers<void>()
      // A transcript is short, so it can be buffered for a slow reader.
      const parts = new Readable({ objectMode: true, read: () => undefined })
      const onText = (part: string) => {
        parts.push(part)
        begun.resolve()
      }
      const asked = {
        ...clip,
        task: plan.task,
        model: route.upstreamId,
        file: form.file,
        language: form.language ?? null,
        prompt: form.prompt ?? null,
        temperature: form.temperature ?? null,
        passed: Object.entries(PassedFields.parse(form)).flatMap(([name, values]) =>
          [values ?? []].flat().map((value) => [name, value] as const),
        ),
        timed: isPlain ? null : (form['timestamp_granularities[]'] ?? ['segment']),
        onText: form.stream ? onText : null,
        signal,
        onAccepted: call.accept,
      }
      const whole = askModel('transcription', route, (model) => model.transcribe(asked))
      const over = () => void parts.push(null)
      whole.then(over, over)
      await Promise.race([begun.promise, whole])
      return { chunks: parts, whole }
    },
    (route) => usedBy(plan, route, null, ''),
  )
}

async function sendWhole(served: Served<Begun>, plan: Plan, call: ChargedCall): Promise<Answer> {
  const transcript = await served.result.whole
  const reading = call.reading(served, usedBy(plan, served.route, transcript, transcript.text))
  const seconds = transcript.seconds ?? plan.clip.seconds
  const usage = await usageOf(call, reading)
  const answer = writeTranscript(transcript, plan.form.response_format, { task: plan.task, seconds, usage })
  call.settle(reading)
  return answer
}

function sendEvents(served: Served<Begun>, plan: Plan, call: ChargedCall): Answer {
  const { chunks, whole } = served.result
  let transcript: Transcript | null = null
  let delivered = ''
  async function* parts() {
    for await (const delta of chunks as AsyncIterable<string>) {
      delivered += delta
      yield toEvent({ type: 'transcript.text.delta', delta })
    }
    transcript = await whole
  }
  const body = relay(call, served, parts(), {
    usedBy: () => usedBy(plan, served.route, transcript, delivered),
    async lastEvent(reading, failure) {
      if (failure) return errorEvent(call.id, failure)
      const text = transcript?.text ?? delivered
      const logprobs = transcript?.logprobs && { logprobs: transcript.logprobs }
      return toEvent({ type: 'transcript.text.done', text, ...logprobs, usage: await usageOf(call, reading) })
    },
  })
  return { mimeType: 'text/event-stream; charset=utf-8', body }
}

/** By duration, or by tokens of audio and delivered text: by the upstream's count, or else by ours. */
function usedBy(
  { form, clip }: Plan,
  route: ResolvedRoute,
  given: Transcript | null,
  delivered: string,
): Used {
  const audioMillis = Math.round((given?.seconds ?? clip.seconds) * 1000)
  if (given?.tokens) return { ...given.tokens, audioMillis, usageSource: 'upstream' }
  if (!isCounted(route)) {
    const usageSource = given?.seconds == null ? 'estimated' : 'upstream'
    return { audioMillis, usageSource }
  }
  const audioInputTokens = Math.ceil((audioMillis / 1000) * TOKENS_PER_SECOND)
  return {
    promptTokens: audioInputTokens + countTokens(form.prompt ?? ''),
    audioInputTokens,
    completionTokens: countTokens(delivered),
    audioMillis,
    usageSource: 'estimated',
  }
}

async function usageOf(call: ChargedCall, reading: MeterReading): Promise<TranscriptUsage> {
  const { promptTokens: input_tokens, completionTokens: output_tokens, audioMillis = 0 } = reading
  const cost = await call.chargedUsd(reading)
  const total_tokens = input_tokens + output_tokens
  return total_tokens === 0
    ? { type: 'duration', seconds: audioMillis / 1000, cost }
    : { type: 'tokens', input_tokens, output_tokens, total_tokens, cost }
}

type Format = TranscriptionForm['response_format']

/** A transcript in the requested format, with its media type. Only JSON formats include usage. */
export function writeTranscript(
  transcript: Transcript,
  format: Format,
  { task, seconds, usage }: { task: TranscriptionTask; seconds: number; usage: TranscriptUsage },
): { mimeType: string; body: string } {
  const text = (body: string) => ({ mimeType: 'text/plain; charset=utf-8', body })
  if (format === 'text') return text(`${transcript.text}\n`)
  if (format === 'srt') return text(cuesOf(transcript, seconds).map(toSrt).join(''))
  if (format === 'vtt') return text(`WEBVTT\n\n${cuesOf(transcript, seconds).map(toVtt).join('')}`)
  const logprobs = transcript.logprobs && { logprobs: [...transcript.logprobs] }
  const reply =
    format === 'json'
      ? { text: transcript.text, ...logprobs, usage }
      : toVerbose(transcript, task, seconds, usage)
  return { mimeType: 'application/json; charset=utf-8', body: JSON.stringify(reply) }
}

function toVerbose(
  { language, text, segments, words }: Transcript,
  task: TranscriptionTask,
  duration: number,
  usage: TranscriptUsage,
): TranscriptReply {
  return {
    task,
    language,
    duration,
    text,
    ...(segments.length > 0 && { segments: [...segments] }),
    ...(words.length > 0 && { words: [...words] }),
    usage,
  }
}

type Cue = { start: number; end: number; text: string }

/** Without times from the upstream, the whole text is one cue. */
function cuesOf({ segments, text }: Transcript, seconds: number): readonly Cue[] {
  return segments.length > 0 || text === '' ? segments : [{ start: 0, end: seconds, text }]
}

/** The text without blank lines, which would end the cue. */
const cueTextOf = ({ text }: Cue) => text.trim().replace(/\n\s*\n/g, '\n')

function toSrt(cue: Cue, index: number): string {
  return `${index + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${cueTextOf(cue)}\n\n`
}

/** WebVTT gives `-->` and markup a meaning, so they are escaped. */
function toVtt(cue: Cue): string {
  const text = cueTextOf(cue).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('-->', '--&gt;')
  return `${clock(cue.start, '.')} --> ${clock(cue.end, '.')}\n${text}\n\n`
}

/** `01:02:03.456` */
function clock(seconds: number, mark: ',' | '.'): string {
  const millis = Math.round(seconds * 1000)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const [hours, minutes] = [two(millis / 3_600_000), two((millis / 60_000) % 60)]
  return `${hours}:${minutes}:${two((millis / 1000) % 60)}${mark}${String(millis % 1000).padStart(3, '0')}`
}

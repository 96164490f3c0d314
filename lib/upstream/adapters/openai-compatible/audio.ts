import { createParser } from 'eventsource-parser'
import { FormData } from 'undici'
import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import {
  type SpeechCall,
  type SpeechModel,
  speechTypes,
  type TokenUsage,
  type Transcript,
  type TranscriptionCall,
  type TranscriptionModel,
} from '@/lib/upstream/contract/audio-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { askBody } from './body-answer'
import { type OpenAiCompatibleSettings, resolveEndpoint } from './exchange'
import { gather } from './whole-answer'

const EVENTS = 'text/event-stream'
const SOUND = /^\s*(?:audio\/|video\/|application\/(?:octet-stream|ogg)\s*$|text\/event-stream\s*$)/i

/**
 * Speech by any upstream that speaks OpenAI's API. Usage is reported in its events alone, so those are requested
 * where usage decides the price; one that answers with bare sound all the same has reported none.
 */
export function createOpenAiCompatibleSpeech(settings: OpenAiCompatibleSettings): SpeechModel {
  const endpoint = resolveEndpoint(settings)
  const post = {
    path: endpoint.path('/audio/speech'),
    headers: endpoint.headers('application/json', '*/*'),
    deadlineMs: endpoint.firstByteTimeoutMs,
  }
  return {
    async speak(call) {
      const sent = { ...post, body: encodeSpeech(call), signal: call.signal }
      const { mediaType, body } = await askBody(endpoint, sent, SOUND, call.onAccepted)
      let usage: TokenUsage | null = null
      const isSound = mediaType.startsWith('audio/')
      const mimeType = call.format ? speechTypes[call.format] : isSound ? mediaType : speechTypes.mp3
      const audio =
        mediaType === EVENTS
          ? soundOf(body, (counted) => {
              usage = counted
            })
          : body
      return { mimeType, audio, usage: () => usage }
    },
  }
}

function encodeSpeech({ model, input, voice, format, speed, instructions, isCounted }: SpeechCall): string {
  return JSON.stringify({
    model,
    input,
    voice,
    ...(format === null ? {} : { response_format: format }),
    ...(speed === null ? {} : { speed }),
    ...(instructions === null ? {} : { instructions }),
    ...(isCounted ? { stream_format: 'sse' } : {}),
  })
}

async function* soundOf(
  body: AsyncIterable<Buffer>,
  onUsage: (usage: TokenUsage | null) => void,
): AsyncGenerator<Buffer, void> {
  let isDone = false
  for await (const event of eventsOf(body)) {
    if (event.audio) yield Buffer.from(event.audio, 'base64')
    if (event.type !== 'speech.audio.done') continue
    isDone = true
    onUsage(tokensOf(event.usage))
  }
  if (!isDone) throw new UpstreamError('failed', { cause: 'the sound ended early' })
}

const TEXT = /^\s*(?:application\/json|text\/event-stream)\s*$/i
/** Of a transcript: a day of speech, with the times of its words. */
const MOST_TRANSCRIPT_BYTES = 64 * 1024 * 1024

/**
 * Transcripts by any upstream that speaks OpenAI's API. It requests the formats from which all others can be derived:
 * `json`, and `verbose_json` where times are needed.
 */
export function createOpenAiCompatibleTranscription(settings: OpenAiCompatibleSettings): TranscriptionModel {
  const endpoint = resolveEndpoint(settings)
  const post = {
    path: endpoint.path('/audio/transcriptions'),
    headers: endpoint.headers(null, `application/json, ${EVENTS}`),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  return {
    async transcribe(call) {
      const sent = { ...post, body: formOf(call), signal: call.signal }
      const { mediaType, body } = await askBody(endpoint, sent, TEXT, call.onAccepted)
      if (mediaType === EVENTS) return readTextEvents(body, call)
      const transcript = readTranscript(await gather(body, MOST_TRANSCRIPT_BYTES, 200))
      call.onText?.(transcript.text)
      return transcript
    },
  }
}

function formOf(call: TranscriptionCall): FormData {
  const { model, language, prompt, temperature, timed, onText } = call
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', timed ? 'verbose_json' : 'json')
  if (language !== null) form.set('language', language)
  if (prompt !== null) form.set('prompt', prompt)
  if (temperature !== null) form.set('temperature', String(temperature))
  for (const kind of timed ?? []) form.append('timestamp_granularities[]', kind)
  if (onText) form.set('stream', 'true')
  form.set('file', call.file, call.fileName)
  return form
}

const count = z.int().min(0).optional()
const Usage = z
  .object({ input_tokens: count, output_tokens: count, seconds: z.number().min(0).optional() })
  .nullish()
  .catch(null)
const time = z.number().min(0)

const Reply = z.object({
  text: z.string(),
  language: z.string().nullish().catch(null),
  duration: z.coerce.number().min(0).nullish().catch(null),
  usage: Usage,
  segments: z
    .array(z.looseObject({ start: time, end: time, text: z.string() }))
    .nullish()
    .catch(null),
  words: z
    .array(z.looseObject({ start: time, end: time, word: z.string() }))
    .nullish()
    .catch(null),
})

function readTranscript(body: Buffer): Transcript {
  const parsed = Reply.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new UpstreamError('failed', { status: 200, cause: parsed.error })
  const { text, language, duration, usage, segments, words } = parsed.data
  return {
    text,
    language: language ?? null,
    seconds: usage?.seconds ?? duration ?? null,
    tokens: tokensOf(usage),
    segments: segments ?? [],
    words: words ?? [],
  }
}

async function readTextEvents(body: AsyncIterable<Buffer>, call: TranscriptionCall): Promise<Transcript> {
  let text = ''
  for await (const { type, delta, text: whole, usage } of eventsOf(body)) {
    if (type === 'transcript.text.delta' && delta) {
      text += delta
      call.onText?.(delta)
    }
    if (type !== 'transcript.text.done') continue
    const [seconds, tokens] = [usage?.seconds ?? null, tokensOf(usage)]
    return { text: whole ?? text, language: null, seconds, tokens, segments: [], words: [] }
  }
  throw new UpstreamError('failed', { status: 200, cause: 'the transcript ended early' })
}

function tokensOf(usage: z.output<typeof Usage>): TokenUsage | null {
  const { input_tokens: promptTokens, output_tokens: completionTokens } = usage ?? {}
  return promptTokens === undefined || completionTokens === undefined
    ? null
    : { promptTokens, completionTokens }
}

/** One second of sound in base64, many times over. */
const MOST_EVENT_CHARACTERS = 16 * 1024 * 1024

const AudioEvent = z.object({
  type: z.string().optional(),
  audio: z.string().optional(),
  delta: z.string().optional(),
  text: z.string().optional(),
  usage: Usage,
  error: z.unknown().optional(),
})

/** Server-sent events as they come. Throws UpstreamError for one that reports a failure, and for nonsense. */
async function* eventsOf(body: AsyncIterable<Buffer>): AsyncGenerator<z.output<typeof AudioEvent>, void> {
  const decoder = new TextDecoder()
  const found: string[] = []
  const parser = createParser({
    onEvent: ({ data }) => void found.push(data),
    onError: (cause) => {
      if (cause.type === 'max-buffer-size-exceeded') throw new UpstreamError('failed', { status: 200, cause })
    },
    maxBufferSize: MOST_EVENT_CHARACTERS,
  })
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    for (const data of found.splice(0)) {
      if (data === '[DONE]') continue
      const event = AudioEvent.safeParse(parseJson(data))
      if (!event.success || event.data.error != null || event.data.type === 'error')
        throw new UpstreamError('failed', { status: 200, cause: event.error ?? data.slice(0, 1000) })
      yield event.data
    }
  }
}

import { FormData } from 'undici'
import { isRecord, parseJson } from '@/lib/platform/json'
import type { SpeechDialectName } from '@/lib/upstream/contract/adapter'
import {
  type SpeechModel,
  speechTypes,
  type TokenUsage,
  type Transcript,
  type TranscriptionCall,
  type TranscriptionModel,
} from '@/lib/upstream/contract/audio-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  kindOfSound,
  readSound,
  readSubtitles,
  readTranscript,
  soundTypeOf,
} from '@/lib/upstream/reading/audio'
import { EventSplitter, isDone } from '@/lib/upstream/reading/frames'
import { type Fields, fieldsOf, hasError, listIn, textOf, tokensOf } from '@/lib/upstream/reading/members'
import { askBody, gather, readWhole } from './answers'
import { readError } from './read-error'
import { speechDialects } from './speech-dialects'
import { type Endpoint, type OpenAiCompatibleSettings, resolveEndpoint } from './transport'

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>

const EVENTS = 'text/event-stream'
/** JSON is either sound in base64 or an error. */
const SOUND =
  /^\s*(?:audio\/|video\/|application\/(?:octet-stream|ogg|(?:[\w.+-]+\+)?json)\s*$|text\/event-stream\s*$)/i
const MOST_SOUND_BYTES = 64 * 1024 * 1024

/**
 * Speech by any upstream with OpenAI's API, or by a vendor with a dialect of its own. Only OpenAI's events report usage, so they are requested if usage decides the price.
 * An upstream that answers with plain audio anyway reports none.
 */
export function createOpenAiCompatibleSpeech(
  settings: OpenAiCompatibleSettings,
  dialect: SpeechDialectName = 'openai',
): SpeechModel {
  const endpoint = resolveEndpoint(settings)
  const post = {
    headers: endpoint.headers('application/json', '*/*'),
    deadlineMs: endpoint.firstByteTimeoutMs,
  }
  return {
    async speak(call) {
      const { path, body: asked } = speechDialects[dialect](call)
      const sent = { ...post, path: endpoint.path(path), body: JSON.stringify(asked), signal: call.signal }
      const { mediaType, body } = await askBody(endpoint, sent, { types: SOUND, onAccepted: call.onAccepted })
      let usage: TokenUsage | null = null
      const onUsage = (counted: TokenUsage | null) => {
        usage = counted
      }
      const answer = await begin(body)
      const kind = kindOfSound(answer.first, mediaType, call.format)
      const sound =
        kind === 'events'
          ? await begin(soundOf(answer.all, endpoint, onUsage))
          : kind === 'json'
            ? await begin([readWhole(await gather(answer.all, MOST_SOUND_BYTES, 200), endpoint, readSound)])
            : answer
      const declared = mediaType.startsWith('audio/') ? mediaType : speechTypes.mp3
      const requested = call.format ? speechTypes[call.format] : declared
      const mimeType = soundTypeOf(sound.first, mediaType, call.format) ?? requested
      return { mimeType, audio: sound.all, usage: () => usage }
    },
  }
}

/** Reads the first chunk of a body; `all` still yields it. */
async function begin(body: Bytes) {
  async function* chunks() {
    yield* body
  }
  const rest = chunks()
  const { done, value } = await rest.next()
  async function* all() {
    if (!done) yield value
    yield* rest
  }
  return { first: done ? Buffer.alloc(0) : value, all: all() }
}

async function* soundOf(
  body: AsyncIterable<Buffer>,
  endpoint: Endpoint,
  onUsage: (usage: TokenUsage | null) => void,
): AsyncGenerator<Buffer, void> {
  let isWhole = false
  for await (const { type, audio, delta, usage } of eventsOf(body, endpoint)) {
    const sound = textOf(audio) ?? (type === 'speech.audio.delta' ? textOf(delta) : undefined)
    if (sound) yield Buffer.from(sound, 'base64')
    if (type !== 'speech.audio.done' && type !== DONE) continue
    isWhole = true
    if (type !== DONE) onUsage(tokensOf(usage))
  }
  if (!isWhole) throw new UpstreamError('failed', { cause: 'the sound ended early' })
}

/** Some upstreams answer in another format than the one that was requested. */
const TEXT = /^\s*(?:application\/(?:(?:[\w.+-]+\+)?json|octet-stream|x-subrip)|text\/(?!html)[\w.+-]+)\s*$/i
/** A day of speech, with the times of its words. */
const MOST_TRANSCRIPT_BYTES = 64 * 1024 * 1024

/**
 * Transcripts and translations by any upstream with OpenAI's API. It requests the formats from which all others can be derived: `json`, and
 * `verbose_json` if times are needed.
 */
export function createOpenAiCompatibleTranscription(settings: OpenAiCompatibleSettings): TranscriptionModel {
  const endpoint = resolveEndpoint(settings)
  const post = {
    headers: endpoint.headers(null, `application/json, ${EVENTS}`),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  return {
    async transcribe(call) {
      const path = endpoint.path(`/audio/${call.task === 'translate' ? 'translations' : 'transcriptions'}`)
      const sent = { ...post, path, body: formOf(call), signal: call.signal }
      const { mediaType, body } = await askBody(endpoint, sent, { types: TEXT, onAccepted: call.onAccepted })
      if (mediaType === EVENTS) return readTextEvents(body, endpoint, call)
      const bytes = await gather(body, MOST_TRANSCRIPT_BYTES, 200)
      const text = new TextDecoder().decode(bytes)
      const begins = text.slice(0, 1000)
      if (/^\s*(?:data|event):/.test(begins)) return readTextEvents([bytes], endpoint, call)
      const isJson = mediaType.endsWith('json') || ['object', 'string'].includes(typeof parseJson(text))
      const isPlain = !isJson && /^\s*[^\s<]/.test(begins)
      const transcript = isPlain ? readSubtitles(text) : readWhole(bytes, endpoint, readTranscript)
      call.onText?.(transcript.text)
      return transcript
    },
  }
}

function formOf(call: TranscriptionCall): FormData {
  const { task, model, language, prompt, temperature, passed, timed, onText } = call
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', timed ? 'verbose_json' : 'json')
  if (language !== null) form.set('language', language)
  if (prompt !== null) form.set('prompt', prompt)
  if (temperature !== null) form.set('temperature', String(temperature))
  // Translations always have the times of their segments.
  for (const kind of (task === 'transcribe' && timed) || []) form.append('timestamp_granularities[]', kind)
  for (const [name, value] of passed) form.append(name, value)
  if (onText) form.set('stream', 'true')
  form.set('file', call.file, call.fileName)
  return form
}

async function readTextEvents(body: Bytes, endpoint: Endpoint, call: TranscriptionCall): Promise<Transcript> {
  let [text, usage]: [string, unknown] = ['', null]
  for await (const event of eventsOf(body, endpoint)) {
    const [choice] = listIn(event, ['choices']) // vLLM streams transcripts as it streams chat
    const piece = choice ? fieldsOf(fieldsOf(choice).delta).content : event.delta
    const isLast = event.type === 'transcript.text.done' || (event.type === DONE && text !== '')
    if (!isLast && typeof piece === 'string' && piece !== '') {
      text += piece
      call.onText?.(piece)
    }
    usage = event.usage ?? usage
    if (isLast) return readTranscript({ text, ...event, usage })
  }
  throw new UpstreamError('failed', { status: 200, cause: 'the transcript ended early' })
}

const DONE = '[DONE]'

/** Server-sent events as they arrive. Throws UpstreamError for an event that reports a failure or is invalid. */
async function* eventsOf(body: Bytes, endpoint: Endpoint): AsyncGenerator<Fields, void> {
  const splitter = new EventSplitter()
  try {
    for await (const bytes of body)
      for (const payload of splitter.push(bytes)) yield readEvent(payload, endpoint)
    for (const payload of splitter.end()) yield readEvent(payload, endpoint)
  } catch (cause) {
    throw cause instanceof RangeError ? new UpstreamError('failed', { status: 200, cause }) : cause
  }
}

/** `payload`: bytes as Latin-1, from `EventSplitter`. */
function readEvent(payload: string, endpoint: Endpoint): Fields {
  if (isDone(payload)) return { type: DONE }
  const data = Buffer.from(payload, 'latin1')
  const event = parseJson(data.toString())
  if (isRecord(event) && !hasError(event) && !/\berror$/.test(textOf(event.type) ?? '')) return event
  throw readError({ status: 200, headers: {} }, data, endpoint)
}

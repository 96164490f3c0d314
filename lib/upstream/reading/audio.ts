import type { SpeechFormat, Transcript } from '@/lib/upstream/contract/audio-model'
import { countOf, type Fields, fieldsOf, numberOf, textOf, tokensOf } from './members'

/** OpenAI-like servers, Google, MiniMax. */
const NAMES = ['audio', 'audioContent', 'audio_content', 'b64_json', 'data', 'output']

/** The audio in a JSON answer, as base64 or MiniMax's hexadecimal. Throws if there is none. */
export function readSound(answer: unknown): Buffer {
  const [one] = Array.isArray(answer) ? answer : [answer]
  const said = textOf(one)?.replace(/^data:[^,]{0,100},/, '')
  // Searches for invalid characters: a repetition of valid ones would run out of stack in a long text.
  if (said !== undefined && said.length >= 4 && !/[^\w+/=\s-]/.test(said))
    return Buffer.from(said, said.length % 2 === 0 && !/[^\da-f]/i.test(said) ? 'hex' : 'base64')
  const inner = NAMES.map((name) => fieldsOf(one)[name]).find((value) => value)
  if (inner === undefined) throw new Error('there is no sound')
  return readSound(inner)
}

/** The kind of a body, by its first bytes rather than its media type. Raw audio may begin with anything. */
export function kindOfSound(
  first: Buffer,
  mediaType: string,
  format: SpeechFormat | null,
): 'json' | 'events' | 'sound' {
  if (mediaType === 'text/event-stream') return 'events'
  if (mediaType.endsWith('json')) return 'json'
  if (isRaw(mediaType, format)) return 'sound'
  const begins = first.toString('latin1', 0, 64)
  if (/^\s*(?:data|event):/.test(begins)) return 'events'
  return /^\s*[{<]/.test(begins) ? 'json' : 'sound'
}

/** The media type of audio by its first bytes; undefined if unknown. */
export function soundTypeOf(
  first: Buffer,
  mediaType: string,
  format: SpeechFormat | null,
): string | undefined {
  const begins = first.toString('latin1', 0, 12)
  if (/^RIFF.{4}WAVE/s.test(begins)) return 'audio/wav'
  if (isRaw(mediaType, format)) return undefined
  if (begins.startsWith('fLaC')) return 'audio/flac'
  if (/^(?:ID3|\xff[\xf2\xf3\xfa\xfb])/.test(begins)) return 'audio/mpeg'
  return /^\xff[\xf0\xf1\xf8\xf9]/.test(begins) ? 'audio/aac' : undefined
}

function isRaw(mediaType: string, format: SpeechFormat | null): boolean {
  return format === 'pcm' || /pcm|l16|law|basic/.test(mediaType)
}

/** A longer duration is invalid, and its milliseconds fit no column. */
const MOST_SECONDS = 2_000_000

const nothing = { language: null, seconds: null, tokens: null, segments: [], words: [] }

/**
 * Reads a transcript in OpenAI's `json` or `verbose_json`, in a list of one, in Cloudflare's `result`, or as plain text.
 * Throws if there is no text; an empty text is silence.
 */
export function readTranscript(answer: unknown): Transcript {
  if (typeof answer === 'string') return readSubtitles(answer)
  const outer = fieldsOf(Array.isArray(answer) ? answer[0] : answer)
  const said = typeof outer.text === 'string' ? outer : { ...outer, ...fieldsOf(outer.result) }
  const segments = timesIn(said.segments, 'text').map(([words, one]) => ({ ...one, text: words }))
  const text = typeof said.text === 'string' ? said.text : textIn(segments)
  if (text === undefined) throw new Error('there is no text')
  return {
    text,
    language: textOf(said.language) ?? null,
    seconds: secondsIn(said),
    tokens: tokensIn(said.usage),
    segments,
    words: timesIn(said.words, 'word').map(([word, one]) => ({ ...one, word })),
    ...(Array.isArray(said.logprobs) && { logprobs: said.logprobs }),
  }
}

/** Mistral counts the tokens of sound in the total alone. */
function tokensIn(usage: unknown): Transcript['tokens'] {
  const tokens = tokensOf(usage)
  const { promptTokens = 0, completionTokens = 0, audioInputTokens = 0 } = tokens ?? {}
  const sound = (countOf(fieldsOf(usage).total_tokens) ?? 0) - promptTokens - completionTokens
  if (tokens === null || sound <= 0) return tokens
  return {
    completionTokens,
    promptTokens: promptTokens + sound,
    audioInputTokens: audioInputTokens + sound,
  }
}

/** By OpenAI's, Mistral's and ElevenLabs' names. 0 counts as not reported. */
function secondsIn({ usage, duration, audio_duration_secs }: Fields): number | null {
  const { seconds, prompt_audio_seconds } = fieldsOf(usage)
  const counts = [seconds, prompt_audio_seconds, duration, audio_duration_secs].map(numberOf)
  return counts.find((count) => count !== undefined && count > 0 && count < MOST_SECONDS) ?? null
}

function textIn(segments: readonly { text: string }[]): string | undefined {
  return segments.length === 0 ? undefined : segments.map(({ text }) => text.trim()).join(' ')
}

type Times = { start: number; end: number; [field: string]: unknown }

/** The items that have text and times. */
function timesIn(list: unknown, name: string): [string, Times][] {
  return (Array.isArray(list) ? list : []).map(fieldsOf).flatMap((fields): [string, Times][] => {
    const [words, start] = [textOf(fields[name]), numberOf(fields.start) ?? -1]
    const end = Math.max(start, numberOf(fields.end) ?? start)
    return words === undefined || start < 0 ? [] : [[words, { ...fields, start, end }]]
  })
}

const TIME = String.raw`((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})`
const TIMES = new RegExp(`^${TIME} --> ${TIME}.*$`, 'm')

/** Reads SRT, WebVTT or plain text, which some upstreams send whatever the `response_format`. */
export function readSubtitles(text: string): Transcript {
  const blocks = text.replaceAll('\r', '').split(/\n[ \t]*\n/)
  const segments = blocks.flatMap((block) => {
    const times = TIMES.exec(block)
    if (times === null) return []
    const [start, end] = [toSeconds(times[1]), toSeconds(times[2])]
    return [{ start, end, text: block.slice(times.index + times[0].length).trim() }]
  })
  return { ...nothing, text: textIn(segments) ?? text.trim().replace(/^WEBVTT\b.*/, ''), segments }
}

function toSeconds(clock = ''): number {
  return clock
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Text-to-speech and transcription models behind an adapter. They do not retry. */

/** The formats of speech and their media types. `pcm`: 24 kHz, 16 bits, one channel, little-endian, without a header. */
export const speechTypes = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
} as const
export type SpeechFormat = keyof typeof speechTypes

export interface SpeechModel {
  /**
   * Resolves once the upstream has accepted the call. Rejects with UpstreamError, or with the signal's own reason once that
   * aborts; so does reading `audio`.
   */
  speak(call: SpeechCall): Promise<Speech>
}

export type SpeechCall = {
  /** The upstream's own id of the model. */
  model: string
  input: string
  /** The name of a voice, or the id of a custom one. */
  voice: string | { id: string }
  /** Null: the upstream's default. */
  format: SpeechFormat | null
  speed: number | null
  instructions: string | null
  /** Whether it is billed by the upstream's usage, which has to be requested. */
  isCounted: boolean
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

export type Speech = {
  mimeType: string
  /** With backpressure. */
  audio: AsyncIterable<Buffer>
  /** Available after `audio` has ended; null: not reported. */
  usage(): TokenUsage | null
}

export type TokenUsage = { promptTokens: number; completionTokens: number; audioInputTokens?: number }

export interface TranscriptionModel {
  /** Rejects with UpstreamError, or with the signal's own reason once that aborts. */
  transcribe(call: TranscriptionCall): Promise<Transcript>
}

/** `translate`: the text is English, whatever is spoken. */
export type TranscriptionTask = 'transcribe' | 'translate'

export type TranscriptionCall = {
  task: TranscriptionTask
  /** The upstream's own id of the model. */
  model: string
  file: Blob
  /** Upstreams read the format from its extension. */
  fileName: string
  /** The length by its header. */
  seconds: number
  /** Whether it has the header of a known audio format; the upstream may support others. */
  isSound: boolean
  language: string | null
  prompt: string | null
  temperature: number | null
  /** Further fields of the form, passed on as they are. */
  passed: readonly (readonly [string, string])[]
  /** What gets timestamps; null: nothing. */
  timed: readonly ('word' | 'segment')[] | null
  /** Called with the text in chunks if the upstream streams it, else once. */
  onText: ((part: string) => void) | null
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

/** With the upstream's further fields. */
type Timed = { start: number; end: number; [field: string]: unknown }

export type Transcript = {
  text: string
  language: string | null
  /** The length by the upstream's count; null: not reported. */
  seconds: number | null
  tokens: TokenUsage | null
  segments: readonly (Timed & { text: string })[]
  words: readonly (Timed & { word: string })[]
  /** If requested. */
  logprobs?: readonly unknown[]
}

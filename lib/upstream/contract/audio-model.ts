/** Models behind an adapter that read texts aloud, and that write down what is said. Neither retries. */

/** What speech may come in, and the media type of each. `pcm`: 24 kHz, 16 bits, one channel, little-endian, without a head. */
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
   * Resolves when the upstream has accepted the call. Rejects with UpstreamError, or with the signal's own reason once that
   * aborts; so does `audio`, when it breaks.
   */
  speak(call: SpeechCall): Promise<Speech>
}

export type SpeechCall = {
  /** The upstream's own id of the model. */
  model: string
  input: string
  /** A name, or the id of a voice that was made. */
  voice: string | { id: string }
  /** Null: the upstream's own. */
  format: SpeechFormat | null
  speed: number | null
  instructions: string | null
  /** It is billed by what the upstream counts, which has to be requested. */
  isCounted: boolean
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

export type Speech = {
  mimeType: string
  /** Read no faster than it is sent. */
  audio: AsyncIterable<Buffer>
  /** Once all sound is there; null: not reported. */
  usage(): TokenUsage | null
}

export type TokenUsage = { promptTokens: number; completionTokens: number }

export interface TranscriptionModel {
  /** Rejects with UpstreamError, or with the signal's own reason once that aborts. */
  transcribe(call: TranscriptionCall): Promise<Transcript>
}

export type TranscriptionCall = {
  /** The upstream's own id of the model. */
  model: string
  file: Blob
  /** Upstreams read the format from its extension. */
  fileName: string
  /** How long it is, as far as its header says. */
  seconds: number
  /** Whether it has the header of a format that is known here; another may still be one that the upstream knows. */
  isSound: boolean
  language: string | null
  prompt: string | null
  temperature: number | null
  /** Fields of the form that are passed on as they are: how the file is cut, what else is to be told, and the like. */
  passed: readonly (readonly [string, string])[]
  /** What gets timestamps. Null: the text alone is requested. */
  timed: readonly ('word' | 'segment')[] | null
  /** Gets the text in chunks, where the upstream streams it; else all at once. */
  onText: ((part: string) => void) | null
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

/** With further fields, as the upstream has them. */
type Timed = { start: number; end: number; [field: string]: unknown }

export type Transcript = {
  text: string
  language: string | null
  /** Of the sound, as the upstream counts them; null: not reported. */
  seconds: number | null
  tokens: TokenUsage | null
  segments: readonly (Timed & { text: string })[]
  words: readonly (Timed & { word: string })[]
  /** Where they were asked for. */
  logprobs?: readonly unknown[]
}

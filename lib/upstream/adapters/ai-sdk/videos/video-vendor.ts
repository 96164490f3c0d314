import type {
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4File as VideoModelV4File,
} from '@ai-sdk/provider'
import { sniffPicture } from '@/lib/upstream/adapters/openai-compatible/image-answers'
import { publicMessage } from '@/lib/upstream/adapters/openai-compatible/read-error'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type {
  VideoCall,
  VideoMedia,
  VideoMediaAccess,
  VideoResult,
  VideoSource,
  VideoStatus,
} from '@/lib/upstream/contract/video-model'
import type { SdkSettings } from '../vendor-fetch'

type StartOptions = Parameters<NonNullable<VideoModelV4['doStart']>>[0]

/** What is asked of the package's model: each package brings types of its own, which are not quite the same. */
type VendorModel = {
  doStart?(options: StartOptions): PromiseLike<{ operation: unknown }>
  doStatus?(options: { operation: Operation; abortSignal: AbortSignal }): PromiseLike<unknown>
}

/** The package's name for a task, for `doStatus`. */
type Operation = { [name: string]: string }

export type Opened = {
  settings: SdkSettings
  /** Our connections to the vendor's own address. */
  fetch: typeof globalThis.fetch
}

/** What differs between the vendors' video APIs. */
export type VideoVendor = {
  /** The package's model, for which it is loaded. */
  open(opened: Opened, modelId: string): Promise<VendorModel>
  /** Where its tasks are, with the whole prefix. */
  addressOf(settings: SdkSettings): string
  /** Whether frames go as links where there are any, or always as bytes. */
  frames: 'links' | 'bytes'
  /** The vendor's own id of the model for such a call: some have one more for films that begin with a picture. */
  modelFor(call: VideoCall, frames: Frames): string
  write(call: VideoCall, frames: Frames): StartOptions
  /** What has to be kept of an operation to find it again, be it at another address; null: it cannot be read. */
  nameOf(operation: unknown): string | null
  operationOf(name: string, settings: SdkSettings): Operation
  /** The name of the task that the body of a callback is about; null: about none. Absent: there are no callbacks. */
  nameIn?(callback: unknown, model: string): string | null
  /** Asked before the package, where the vendor distinguishes states that the package does not; null: ask the package. */
  waits?(name: string, opened: Opened, signal: AbortSignal): Promise<VideoStatus | null>
  /** The answer to the package's question, of which the package itself passes on less. Null: it is not about a task. */
  read(answer: unknown, settings: SdkSettings): VideoStatus | null
  /** Absent: nothing can be stopped there. */
  cancel?(name: string, opened: Opened, signal: AbortSignal): Promise<'gone' | 'runs'>
  /** A refusal of the question for a result is the result of a task that is over. */
  endsInRefusals: boolean
}

/** The pictures that a film begins and ends with. */
export type Frames = { first: VideoModelV4File | null; last: VideoModelV4File | null }

/** A task may wait for three days. */
const LINK_TTL_SECONDS = 7 * 24 * 3600
const MOST_BYTES = 20 * 1024 * 1024

/** Reads what the vendor needs. Throws `unsupported` for media that none of the packages supports. */
export async function readFrames(
  { media, signal }: VideoCall,
  as: 'links' | 'bytes',
  access: VideoMediaAccess,
): Promise<Frames> {
  const other = media.find(({ role }) => role !== 'first_frame' && role !== 'last_frame')
  if (other !== undefined)
    throw new UpstreamError('unsupported', {
      param: 'content',
      message: `This model does not take a ${other.role}.`,
    })
  const read = async (role: 'first_frame' | 'last_frame') => {
    const found = media.find((one) => one.role === role)
    return found === undefined ? null : readFrame(found, as, access, signal)
  }
  return { first: await read('first_frame'), last: await read('last_frame') }
}

/** The picture as an address: its own, or its bytes written into one. */
export function linkOf(file: VideoModelV4File): string {
  if (file.type === 'url') return file.url
  const base64 = typeof file.data === 'string' ? file.data : Buffer.from(file.data).toString('base64')
  return `data:${file.mediaType};base64,${base64}`
}

async function readFrame(
  { source }: VideoMedia,
  as: 'links' | 'bytes',
  access: VideoMediaAccess,
  signal: AbortSignal,
): Promise<VideoModelV4File> {
  if (as === 'links') {
    const link = 'link' in source ? source.link : await access.link(source.objectKey, LINK_TTL_SECONDS)
    if (link !== null) return { type: 'url', url: link }
  }
  const bytes = await access.read(source, { maxBytes: MOST_BYTES, signal })
  const mediaType = sniffPicture(bytes)
  if (mediaType === undefined)
    throw new UpstreamError('rejected', {
      code: 'invalid_input',
      param: 'content',
      message: 'A frame is no picture in PNG, JPEG or WebP.',
    })
  return { type: 'file', mediaType, data: new Uint8Array(bytes) }
}

/** Options for one film: what this vendor accepts, everything else left open. */
export function startOptions({ prompt }: VideoCall, options: Partial<StartOptions>): StartOptions {
  return {
    prompt,
    n: 1,
    aspectRatio: undefined,
    resolution: undefined,
    duration: undefined,
    fps: undefined,
    seed: undefined,
    image: undefined,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
    providerOptions: {},
    ...options,
  }
}

/** Undefined for `adaptive`: the vendor follows the picture, or uses its default ratio. */
export function ratioOf(ratio: string): `${number}:${number}` | undefined {
  const [across, down] = ratio.split(':').map(Number)
  return across && down ? `${across}:${down}` : undefined
}

export function unsupported(param: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not take this ${param}.` })
}

type Failed = Extract<VideoStatus, { state: 'failed' }>

/** The text by which models report their filter; most vendors have no code for it. */
const FILTER_WORDS =
  /nsfw|sensitive|safety|content[ _]?(?:policy|filter|checker)|moderat|flagged|usage guidelines|responsible ai|prohibited|\brai\b/i
const DOWNLOAD_WORDS = /(?:download|fetch|load|access)[^.]{0,60}(?:image|file|url|input)/i
const INPUT_WORDS =
  /invalid (?:input|image|prompt|argument|parameter|value)|unsupported image|validation error/i
const LIMIT_WORDS = /rate.?limit|quota|too many requests|overloaded|at capacity/i

/** A task that a vendor gave up, by what it says of it: whether the same request can succeed at another time. */
export function failedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words) || DOWNLOAD_WORDS.test(words) || INPUT_WORDS.test(words))
    return refusedTask(said, settings)
  if (LIMIT_WORDS.test(words))
    return { ...failed('upstream_rate_limited', 'The upstream is at its limit.'), isRetryable: true }
  return { ...failed('upstream_error', 'The upstream failed to make this video.'), isRetryable: true }
}

export function refusedByPolicy(said: string | undefined, settings: SdkSettings): Failed {
  const message = sayable(said, settings) ?? 'The upstream refused this by its content policy.'
  return failed('content_policy_violation', message)
}

/** The same for one that a vendor says outright to have refused. */
export function refusedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words)) return refusedByPolicy(said, settings)
  if (DOWNLOAD_WORDS.test(words))
    return failed(
      'input_download_failed',
      sayable(said, settings) ?? 'The upstream could not fetch an input.',
    )
  return failed('invalid_input', sayable(said, settings) ?? 'The upstream did not accept the input.')
}

function failed(code: string, message: string): Failed {
  return { state: 'failed', code, message, isRetryable: false }
}

/** The vendor's own sentence, without what only it and we need to know. */
function sayable(said: string | undefined, { baseUrl, apiKey }: SdkSettings): string | undefined {
  const secret = apiKey?.trim() ?? ''
  const secrets = secret.length >= 8 ? [secret] : []
  return publicMessage(said, { hostname: new URL(baseUrl).hostname, secrets })
}

/** A film of which its vendor says no more than this. */
export function filmAt(video: VideoSource, said: Partial<VideoResult> = {}): VideoResult {
  return {
    video,
    lastFrame: null,
    fps: null,
    durationSeconds: null,
    resolution: null,
    ratio: null,
    seed: null,
    usage: null,
    ...said,
  }
}

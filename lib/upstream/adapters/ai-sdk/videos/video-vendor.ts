import type {
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4File as VideoModelV4File,
} from '@ai-sdk/provider'
import { sniffPicture } from '@/lib/upstream/adapters/openai-compatible/image-answers'
import { publicMessage } from '@/lib/upstream/adapters/openai-compatible/read-error'
import { type RequestShape, writeRequest } from '@/lib/upstream/contract/request-shape'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type {
  VideoCall,
  VideoMedia,
  VideoMediaAccess,
  VideoResult,
  VideoRole,
  VideoSource,
  VideoStatus,
} from '@/lib/upstream/contract/video-model'
import type { SdkSettings } from '../vendor-fetch'

type StartOptions = Parameters<NonNullable<VideoModelV4['doStart']>>[0]

/** The part of a package's model that is used. Each package has its own types, which differ slightly. */
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

/** The differences between the vendors' video APIs. */
export type VideoVendor = {
  /** The package's model; loads the package. */
  open(opened: Opened, modelId: string): Promise<VendorModel>
  /** The base URL of its tasks, with the whole prefix. */
  addressOf(settings: SdkSettings): string
  /** Whether frames are sent as links if possible, or always as bytes. */
  frames: 'links' | 'bytes'
  /** The vendor's own id of the model, which may depend on the media, and the package's options. */
  write(call: VideoCall, frames: Frames): { model: string; options: StartOptions }
  /** The name by which an operation can be found again, also at another address; null if it is invalid. */
  nameOf(operation: unknown): string | null
  operationOf(name: string, settings: SdkSettings): Operation
  /** The name of the task in the body of a callback; null if there is none. Undefined: the vendor has no callbacks. */
  nameIn?(callback: unknown, model: string): string | null
  /** For vendors with states that the package does not distinguish; called before the package. Null: call the package. */
  waits?(name: string, opened: Opened, signal: AbortSignal): Promise<VideoStatus | null>
  /** Reads the vendor's answer to the package, which passes on less of it. Null: it is not about a task. */
  read(answer: unknown, settings: SdkSettings): VideoStatus | null
  /** Undefined: tasks cannot be stopped. */
  cancel?(name: string, opened: Opened, signal: AbortSignal): Promise<'gone' | 'runs'>
  /** Whether a refused request for the result means that the task has failed. */
  endsInRefusals: boolean
}

/** The first and last frame of a video, and its reference images. */
export type Frames = {
  first: VideoModelV4File | null
  last: VideoModelV4File | null
  references: VideoModelV4File[]
}

/** What a vendor's models are sent that have no `request` in the catalog, by their id: the first that matches. */
export type KnownRequests = readonly (readonly [RegExp, RequestShape])[]

/** The model and its fields by the catalog's data, or as this family of models is known to be called. */
export function writeByShape(call: VideoCall, frames: Frames, known: KnownRequests) {
  const shape = call.request ?? known.find(([models]) => models.test(call.model))?.[1] ?? { fields: {} }
  const { ratio, resolution, duration, generateAudio, cameraFixed, watermark, ...rest } = call
  const link = (file: VideoModelV4File | null) => (file === null ? null : linkOf(file))
  return writeRequest({
    shape,
    kind: frames.first ? 'image' : frames.references.length > 0 ? 'references' : 'text',
    model: call.model,
    settings: {
      prompt: rest.prompt,
      ratio: ratioOf(ratio),
      resolution,
      duration,
      frames: rest.frames,
      generate_audio: generateAudio,
      seed: rest.seed,
      camera_fixed: cameraFixed,
      watermark,
      first_frame: link(frames.first),
      last_frame: link(frames.last),
      reference_images: frames.references.map(linkOf),
    },
  })
}

/** A task may wait for three days. */
const LINK_TTL_SECONDS = 7 * 24 * 3600
const MOST_BYTES = 20 * 1024 * 1024

/** Reads the frames as the vendor needs them. Throws `unsupported` for other media. */
export async function readFrames(
  { media, request, signal }: VideoCall,
  as: 'links' | 'bytes',
  access: VideoMediaAccess,
): Promise<Frames> {
  const roles: readonly VideoRole[] = ['first_frame', 'last_frame']
  const known = request?.references ? [...roles, 'reference_image'] : roles
  const other = media.find(({ role }) => !known.includes(role))
  if (other !== undefined)
    throw new UpstreamError('unsupported', {
      param: 'content',
      message: `This model does not support a ${other.role}.`,
    })
  const read = async (role: 'first_frame' | 'last_frame') => {
    const found = media.find((one) => one.role === role)
    return found === undefined ? null : readFrame(found, as, access, signal)
  }
  const images = media.filter(({ role }) => role === 'reference_image')
  const references = await Promise.all(images.map((one) => readFrame(one, as, access, signal)))
  return { first: await read('first_frame'), last: await read('last_frame'), references }
}

/** A frame as a link: its own, or a data URL. */
function linkOf(file: VideoModelV4File): string {
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
      message: 'A frame is not a PNG, JPEG or WebP image.',
    })
  return { type: 'file', mediaType, data: new Uint8Array(bytes) }
}

/** Options for one video: those of this vendor, all others undefined. */
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

/** Undefined for `adaptive`: the vendor uses the ratio of the image, or its default. */
export function ratioOf(ratio: string): `${number}:${number}` | undefined {
  const [across, down] = ratio.split(':').map(Number)
  return across && down ? `${across}:${down}` : undefined
}

export function unsupported(param: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not support this ${param}.` })
}

type Failed = Extract<VideoStatus, { state: 'failed' }>

/** The text by which models report their filter; most vendors have no code for it. */
const FILTER_WORDS =
  /nsfw|sensitive|safety|content[ _]?(?:policy|filter|checker)|moderat|flagged|usage guidelines|responsible ai|prohibited|\brai\b/i
const DOWNLOAD_WORDS = /(?:download|fetch|load|access)[^.]{0,60}(?:image|file|url|input)/i
const INPUT_WORDS =
  /invalid (?:input|image|prompt|argument|parameter|value)|unsupported image|validation error/i
const LIMIT_WORDS = /rate.?limit|quota|too many requests|overloaded|at capacity/i

/** The failure of a task by the vendor's message: whose fault it is, and whether a retry can succeed. */
export function failedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words) || DOWNLOAD_WORDS.test(words) || INPUT_WORDS.test(words))
    return refusedTask(said, settings)
  if (LIMIT_WORDS.test(words))
    return { ...failed('upstream_rate_limited', 'The upstream’s rate limit is reached.'), isRetryable: true }
  return { ...failed('upstream_error', 'The upstream failed to generate this video.'), isRetryable: true }
}

export function refusedByPolicy(said: string | undefined, settings: SdkSettings): Failed {
  const message = publicText(said, settings) ?? 'The upstream refused this by its content policy.'
  return failed('content_policy_violation', message)
}

/** The failure of a task that the vendor reports as refused. */
export function refusedTask(said: string | undefined, settings: SdkSettings): Failed {
  const words = said ?? ''
  if (FILTER_WORDS.test(words)) return refusedByPolicy(said, settings)
  if (DOWNLOAD_WORDS.test(words))
    return failed(
      'input_download_failed',
      publicText(said, settings) ?? 'The upstream could not fetch an input.',
    )
  return failed('invalid_input', publicText(said, settings) ?? 'The upstream did not accept the input.')
}

function failed(code: string, message: string): Failed {
  return { state: 'failed', code, message, isRetryable: false }
}

/** The vendor's message without hosts and credentials. */
function publicText(said: string | undefined, { baseUrl, apiKey }: SdkSettings): string | undefined {
  const secret = apiKey?.trim() ?? ''
  const secrets = secret.length >= 8 ? [secret] : []
  return publicMessage(said, { hostname: new URL(baseUrl).hostname, secrets })
}

/** A result with only these fields known. */
export function resultAt(video: VideoSource, known: Partial<VideoResult> = {}): VideoResult {
  return {
    video,
    lastFrame: null,
    fps: null,
    durationSeconds: null,
    resolution: null,
    ratio: null,
    seed: null,
    usage: null,
    ...known,
  }
}

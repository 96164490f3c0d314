import type { RequestShape } from './request-shape'

/** A video model behind an adapter, with tasks that are started, polled and cancelled. Every call rejects with UpstreamError. */
export interface VideoModel {
  /** Resolves when the upstream has accepted the task. */
  start(call: VideoCall): Promise<{ handle: VideoHandle }>
  status(handle: VideoHandle, signal: AbortSignal): Promise<VideoStatus>
  /** `gone`: the task has stopped. `runs`: the upstream cannot stop it; wait for its end. */
  cancel(handle: VideoHandle, signal: AbortSignal): Promise<'gone' | 'runs'>
  /**
   * The task of an upstream's callback; null: none. Callbacks are unsigned, so they only cause a status request. `model`: the
   * model of the task's call. Undefined: the upstream sends no callbacks, and gets no `callbackUrl`.
   */
  readNotification?(body: Buffer, model: string): VideoHandle | null
}

/** What an adapter needs to find a task again in any process; opaque to other code. */
export type VideoHandle = string

export const videoRoles = [
  'first_frame',
  'last_frame',
  'reference_image',
  'reference_video',
  'reference_audio',
] as const
export type VideoRole = (typeof videoRoles)[number]

/**
 * `link`: a public link, or an upstream's asset (`asset://…`). `objectKey`: an object in our store, which the adapter links or
 * sends as bytes.
 */
export type VideoMediaSource = { link: string } | { objectKey: string; mimeType: string }

export type VideoMedia = {
  type: 'image' | 'video' | 'audio'
  role: VideoRole
  source: VideoMediaSource
}

/** Plain data except for the signal: an adapter may store it in its handle. */
export type VideoCall = {
  /** The upstream's own id of the model. */
  model: string
  /** The task's id, for upstreams with idempotency keys. */
  taskId: string
  /** The task's customer, for fairness in the sandbox; never sent to a vendor. */
  customerId: string
  prompt: string
  /** In the order in which the prompt refers to them (`Image 1`, `Video 1`). */
  media: VideoMedia[]
  /** The upstream's handle of the draft that this task finishes. */
  draftOf: VideoHandle | null
  ratio: string
  resolution: '480p' | '720p' | '1080p'
  /** Seconds; -1 lets the model decide. */
  duration: number
  /** Instead of the duration. */
  frames: number | null
  generateAudio: boolean
  seed: number | null
  cameraFixed: boolean
  watermark: boolean
  returnLastFrame: boolean
  serviceTier: 'default' | 'flex'
  isDraft: boolean
  webSearch: boolean
  safetyIdentifier: string | null
  executionExpiresAfterSeconds: number
  /** How the route's upstream calls these settings; null: as the adapter knows it. */
  request?: RequestShape | null | undefined
  /** The URL for the upstream's callbacks; null: none. */
  callbackUrl: string | null
  signal: AbortSignal
}

export type VideoStatus =
  | { state: 'queued' | 'running'; progress: number | null }
  | { state: 'succeeded'; result: VideoResult }
  | { state: 'failed'; code: string; message: string; isRetryable: boolean }
  | { state: 'cancelled' | 'expired' }

/** Null: not reported by the upstream; use the call's value or an estimate. */
export type VideoResult = {
  video: VideoSource
  lastFrame: VideoSource | null
  fps: number | null
  durationSeconds: number | null
  resolution: string | null
  ratio: string | null
  seed: number | null
  usage: { completionTokens: number; totalTokens: number } | null
}

/**
 * The result, to be copied: a link, or the bytes of an upstream inside this process. `headers` authorize the link: they may
 * contain a key and are only sent to the link's origin. Never stored.
 */
export type VideoSource =
  | { url: string; headers?: Readonly<Record<string, string>> }
  | { bytes: Buffer; mimeType: string }

/**
 * How an adapter gets a caller's media. A failing host is retried for half a minute; after that, and for a missing file, it
 * rejects with UpstreamError `rejected`, code `input_download_failed`.
 */
export interface VideoMediaAccess {
  /** The bytes, at most `maxBytes`. */
  read(source: VideoMediaSource, options: { maxBytes: number; signal: AbortSignal }): Promise<Buffer>
  /** A public link to an object of our store; null if the store is not reachable from outside. */
  link(objectKey: string, ttlSeconds: number): Promise<string | null>
}

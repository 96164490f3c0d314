/** A video model behind an adapter: a task is started, polled, and cancelled. Every call rejects with UpstreamError. */
export interface VideoModel {
  /** Resolves when the upstream has accepted the task. */
  start(call: VideoCall): Promise<{ handle: VideoHandle }>
  status(handle: VideoHandle, signal: AbortSignal): Promise<VideoStatus>
  /** `gone`: it will not go on. `runs`: the upstream cannot stop it any more; its end has to be awaited. */
  cancel(handle: VideoHandle, signal: AbortSignal): Promise<'gone' | 'runs'>
  /**
   * Which task the body of an upstream's callback is about; null: none. Such a body is unsigned: it is a hint to
   * ask for the status, and nothing else in it is believed. `model`: what the call that it follows was made with. Absent:
   * the upstream sends none, and gets no `callbackUrl`.
   */
  readNotification?(body: Buffer, model: string): VideoHandle | null
}

/** All that an adapter needs to find a task again, in any process; opaque to everything else. */
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
 * `link`: one that anybody can read, or an upstream's own asset (`asset://…`).
 * `objectKey`: an object in our own store; the adapter links or reads it, as its upstream can take it.
 */
export type VideoMediaSource = { link: string } | { objectKey: string; mimeType: string }

export type VideoMedia = {
  type: 'image' | 'video' | 'audio'
  role: VideoRole
  source: VideoMediaSource
}

/** Plain data but for the signal: an adapter may keep it in its handle. */
export type VideoCall = {
  /** The upstream's own id of the model. */
  model: string
  /** Our task's id, for upstreams that know an idempotency key. */
  taskId: string
  /** The task's customer, for fairness inside the sandbox; never sent to a vendor. */
  customerId: string
  prompt: string
  /** In the order in which the prompt may speak of them (`Image 1`, `Video 1`). */
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
  /** Where the upstream may send its callbacks; null: nowhere. */
  callbackUrl: string | null
  signal: AbortSignal
}

export type VideoStatus =
  | { state: 'queued' | 'running'; progress: number | null }
  | { state: 'succeeded'; result: VideoResult }
  | { state: 'failed'; code: string; message: string; isRetryable: boolean }
  | { state: 'cancelled' | 'expired' }

/** Null: the upstream did not say; the call's own value, or an estimate, has to do. */
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
 * Where the upstream left its bytes, for us to copy: a link, or the bytes of an upstream inside this process. `headers`
 * open the link, may hold a key, and go to its own origin alone; nothing here is ever stored.
 */
export type VideoSource =
  | { url: string; headers?: Readonly<Record<string, string>> }
  | { bytes: Buffer; mimeType: string }

/**
 * How an adapter gets a caller's media. A failing host is retried for half a minute; after that, and for a link
 * that leads to nothing, it rejects with UpstreamError `rejected`, code `input_download_failed`.
 */
export interface VideoMediaAccess {
  /** The bytes, at most `maxBytes` of them. */
  read(source: VideoMediaSource, options: { maxBytes: number; signal: AbortSignal }): Promise<Buffer>
  /** A link to an object of our own that anybody can read for that long; null: our store is not reachable from outside. */
  link(objectKey: string, ttlSeconds: number): Promise<string | null>
}

import type { VideoMediaSource } from './video-model'

/**
 * How an adapter comes by a caller's media. A host in trouble is asked again for half a minute; after that, and of a link
 * that leads to nothing, it rejects with UpstreamError `rejected`, code `input_download_failed`.
 */
export interface VideoMediaAccess {
  /** The bytes, at most `maxBytes` of them. */
  read(source: VideoMediaSource, options: { maxBytes: number; signal: AbortSignal }): Promise<Buffer>
  /** A link to an object of our own that anybody can read for that long; null: our store is not reachable from outside. */
  link(objectKey: string, ttlSeconds: number): Promise<string | null>
}

import type { Readable } from 'node:stream'
import type { ByteRange } from './storage/object-storage'

/** A file to answer with, whose bytes never change under its address. */
export type ServedFile = {
  mimeType: string
  sizeBytes: number
  /** With its quotes. */
  etag: string
  /** Until then the same address answers the same bytes. */
  goodUntil: Date
  /** Whether caches that many people share may keep it. */
  isShared: boolean
  fileName: string
  isDownload: boolean
  /** The bytes, or those of the range, which must lie inside. */
  open(range?: ByteRange): Promise<Readable>
}

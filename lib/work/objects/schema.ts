/**
 * An object is a file that Portico keeps for a customer until a fixed time: a picture or a video that a model made, a
 * portrait. Its link is on our own origin, whatever the store, and cannot be guessed: who has it may read the object.
 * Some objects are read only through links with a signature, which end after a while.
 */
import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'

/** Any text: what cannot be an object is not found, like any other that is not there. */
export const ObjectParams = z.object({ id: z.string() })

export const ObjectQuery = z.object({
  /** `1`: to be saved rather than shown. */
  download: z.enum(['0', '1']).optional(),
  /** Unix seconds, with `signature`: until when the link is good. */
  expires: queryNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  signature: z.string().optional(),
})
export type ObjectQuery = z.infer<typeof ObjectQuery>

/** 200 MiB. */
export const MAX_MEDIA_BYTES = 209_715_200

export const MediaMimeType = z.enum([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'video/mp4',
  'video/quicktime',
  'audio/mpeg',
  'audio/wav',
])

/** A file that the console uploaded, for a day. */
export const KeptMedia = z.object({
  url: z.url(),
  mime_type: MediaMimeType,
  size_bytes: z.int(),
  expires_at: z.iso.datetime(),
})
export type KeptMedia = z.infer<typeof KeptMedia>

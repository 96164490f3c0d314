import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** We ask for answers as they are, and a proxy on the way may pack them all the same. Undefined: nothing to unpack. */
export function decoderFor(encoding: string | undefined): Transform | undefined {
  return encoding === undefined ? undefined : decoders[encoding.trim().toLowerCase()]?.()
}

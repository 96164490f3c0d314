import { openAsBlob } from 'node:fs'
import { type FileTypeResult, fileTypeFromBlob, fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

// One thread per image, so that drawing does not slow down requests on small machines, and no cache, because no image is
// drawn twice.
sharp.concurrency(1)
sharp.cache(false)

// The formats that libvips may read. SVG is only for drawings of the sandbox: `openPicture` refuses a caller's.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif', 'Tiff', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})

const rasterTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
/** 8192 × 8192. */
const MOST_PIXELS = 67_108_864
/** The limit for decoding and everything after it, once a thread has begun. */
const DECODE_SECONDS = 30

/** The file is not an image of an accepted type. */
export class NoRasterPicture extends Error {
  override readonly name = 'NoRasterPicture'
}

/**
 * The type of a file, by its bytes or its path; undefined if unknown. An animated PNG is a PNG. (`fileTypeFromFile` loads a
 * package that bundlers cannot see, so it would be missing in the bundle.)
 */
export async function fileTypeOf(file: Uint8Array | string): Promise<FileTypeResult | undefined> {
  const found =
    typeof file === 'string' ? await fileTypeFromBlob(await openAsBlob(file)) : await fileTypeFromBuffer(file)
  return found?.mime === 'image/apng' ? { ext: 'png', mime: 'image/png' } : found
}

type PictureOptions = SharpOptions & {
  /** Accepted media types; by default PNG, JPEG, WebP, AVIF and GIF. */
  types?: readonly string[]
}

/**
 * Opens an image from outside, from its bytes or its path. libvips only gets raster formats (an SVG is a program, which may
 * run for minutes), and decoding is limited in pixels and time.
 */
export async function openPicture(
  picture: Uint8Array | string,
  { types = rasterTypes, ...options }: PictureOptions = {},
): Promise<Sharp> {
  const found = await fileTypeOf(picture)
  if (found === undefined || !types.includes(found.mime))
    throw new NoRasterPicture(`it is ${found?.mime ?? 'of no known type'}`)
  return sharp(picture, { limitInputPixels: MOST_PIXELS, ...options }).timeout({ seconds: DECODE_SECONDS })
}

/** The configured library. It is heavy: import it only in modules that are loaded lazily (`lib/upstream/registry`). */
export { sharp }

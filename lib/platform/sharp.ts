import { openAsBlob } from 'node:fs'
import { type FileTypeResult, fileTypeFromBlob, fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

// One thread for a picture, so that drawing does not crowd out requests on small machines, and no cache of what was
// drawn: no picture is made twice.
sharp.concurrency(1)
sharp.cache(false)

// What libvips may read at all. SVG is for what the sandbox draws itself: a caller's comes no further than `openPicture`.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif', 'Tiff', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})

const rasterTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']
/** 8192 × 8192. */
const MOST_PIXELS = 67_108_864
/** For decoding and all that is then done with it, once a thread has begun. */
const DECODE_SECONDS = 30

/** Not of a type that is decoded here. */
export class NoRasterPicture extends Error {
  override readonly name = 'NoRasterPicture'
}

/**
 * What a file is by its bytes or its path; undefined where they tell nothing. An animated PNG is a PNG. (`fileTypeFromFile` loads a package by a name that no bundler sees, so it is missing in the bundle.)
 */
export async function fileTypeOf(file: Uint8Array | string): Promise<FileTypeResult | undefined> {
  const found =
    typeof file === 'string' ? await fileTypeFromBlob(await openAsBlob(file)) : await fileTypeFromBuffer(file)
  return found?.mime === 'image/apng' ? { ext: 'png', mime: 'image/png' } : found
}

type PictureOptions = SharpOptions & {
  /** In place of PNG, JPEG, WebP, AVIF and GIF, for those who decode what they hand on. */
  types?: readonly string[]
}

/**
 * Opens a picture that was not made here, from its bytes or its path. Its bytes have to be those of a raster format before
 * libvips sees them (an SVG is a program, which may run for minutes), and decoding has a limit in pixels and in time.
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

/** The library as this product uses it. It is heavy: only what is loaded late itself imports it (`lib/upstream/registry`). */
export { sharp }

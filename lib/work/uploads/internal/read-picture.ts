import { AppError } from '@/lib/platform/errors'
import { fileTypeOf, openPicture } from '@/lib/platform/sharp'

export type Picture = {
  /** In pixels, after applying the EXIF orientation. */
  width: number
  height: number
  hasAlpha: boolean
}

/**
 * Checks by its bytes that a file is an image of this type and decodes to its last pixel. Throws `upload_content_mismatch` naming
 * `param`.
 */
export async function readPicture(path: string, contentType: string, param: string): Promise<Picture> {
  const refuse = (message: string) => new AppError('upload_content_mismatch', { param, message })
  const found = await fileTypeOf(path)
  if (found?.mime !== contentType)
    throw refuse(
      `The file was announced as ${contentType}, but it is ${found?.mime ?? 'of an unknown type'}.`,
    )
  const { autoOrient, hasAlpha } = await openPicture(path, { limitInputPixels: false })
    .then((picture) => picture.metadata())
    .catch(() => {
      throw refuse(`The file is not a ${contentType} that can be decoded.`)
    })
  const { width, height } = autoOrient
  const pixels = width * height
  if (pixels > MAX_PIXELS)
    throw refuse(`The image has ${width}x${height} pixels. At most ${MAX_PIXELS} are allowed.`)
  await withPixels(pixels, () => decode(path)).catch(() => {
    throw refuse(`The file is not a ${contentType} that can be decoded.`)
  })
  return { width, height, hasAlpha }
}

/** Scales the image down, which decodes every pixel. */
async function decode(path: string): Promise<void> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  const picture = await openPicture(path, options)
  await picture.resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
}

/** The largest accepted image: 8192 × 8192. */
export const MAX_PIXELS = 8192 * 8192

type Budget = { free: number; waiting: { pixels: number; go: () => void }[] }

const budget: Budget = { free: MAX_PIXELS, waiting: [] }

/**
 * Limits the pixels that are decoded at once, since decoding takes memory per pixel: many small images run concurrently, large ones
 * one after another, in order of arrival.
 */
export async function withPixels<T>(pixels: number, work: () => Promise<T>): Promise<T> {
  await new Promise<void>((go) => {
    budget.waiting.push({ pixels, go })
    startNext()
  })
  try {
    return await work()
  } finally {
    budget.free += pixels
    startNext()
  }
}

function startNext(): void {
  for (let next = budget.waiting[0]; next && next.pixels <= budget.free; next = budget.waiting[0]) {
    budget.waiting.shift()
    budget.free -= next.pixels
    next.go()
  }
}

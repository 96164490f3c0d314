import type { ImageModelV4CallOptions, ImageModelV4File } from '@ai-sdk/provider'
import type { ImageSettings, SourceImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ImageVendor } from './image-vendor'

export type Drawing = {
  prompt: string
  settings: ImageSettings
  source: SourceImage | null
  mask: SourceImage | null
}

/** Ratios this near to one another are one: sides are rounded to whole blocks of pixels. */
const NEARNESS = 0.02

/** One picture in the package's words. Quality, format and moderation are the vendors' own; what they make is told as it is. */
export function writeImageOptions(
  { prompt, settings, source, mask }: Drawing,
  vendor: ImageVendor,
): ImageModelV4CallOptions {
  if (settings.background === 'transparent') throw unsupported('background', 'transparent backgrounds')
  if (mask !== null && !vendor.takesMasks) throw unsupported('mask_upload_id', 'edits with a mask')
  return {
    prompt,
    n: 1,
    ...placeOf(settings.size, vendor),
    seed: settings.seed ?? undefined,
    files: source === null ? undefined : [fileOf(source)],
    mask: mask === null ? undefined : fileOf(mask),
    providerOptions: {},
    abortSignal: settings.signal,
  }
}

function placeOf(
  size: string,
  { ratios }: ImageVendor,
): Pick<ImageModelV4CallOptions, 'size' | 'aspectRatio'> {
  const [width, height] = size.split('x').map(Number)
  if (!width || !height) return { size: undefined, aspectRatio: undefined }
  if (ratios === null) return { size: `${width}x${height}`, aspectRatio: undefined }
  const asked = Math.log(width / height)
  const aspectRatio = ratios.find((ratio) => Math.abs(asked - logOf(ratio)) < NEARNESS)
  if (aspectRatio === undefined) throw unsupported('size', `pictures of ${size}`)
  return { size: undefined, aspectRatio }
}

function logOf(ratio: string): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return Math.log(across / down)
}

function fileOf({ bytes, mimeType }: SourceImage): ImageModelV4File {
  return { type: 'file', mediaType: mimeType, data: new Uint8Array(bytes) }
}

function unsupported(param: string, what: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not make ${what}.` })
}

import type { AssetType } from './schema'

const MEGABYTE = 1024 * 1024

/**
 * The input limits in Volcengine’s documentation of Seedance, without BMP, which we cannot decode: only checked files are
 * kept.
 */
export const mediaLimits = {
  Image: {
    maxBytes: 30 * MEGABYTE - 1,
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/gif'],
  },
  Video: { maxBytes: 200 * MEGABYTE, mimeTypes: ['video/mp4', 'video/quicktime'] },
  Audio: { maxBytes: 15 * MEGABYTE, mimeTypes: ['audio/wav', 'audio/vnd.wave', 'audio/mpeg'] },
} as const satisfies Record<AssetType, { maxBytes: number; mimeTypes: readonly string[] }>

export const sideLimits = { min: 300, max: 6000 }
export const ratioLimits = { min: 0.4, max: 2.5 }
export const secondsLimits = { min: 2, max: 30 }
export const fpsLimits = { min: 24, max: 60 }
export const videoPixelLimits = { min: 407_696, max: 8_295_044 }

type Sized = 'Width' | 'Height' | 'AspectRatio' | 'PixelCount'
type MediaCode =
  | 'DownloadFailed'
  | 'TypeMismatch'
  | `Format${'Unsupported' | 'Undetectable'}`
  | `Duration${'TooShort' | 'TooLong'}`
  | `${Sized}Too${'Small' | 'Large'}`
  | 'FileSizeTooLarge'
  | `FpsToo${'Low' | 'High'}`

/** Why an asset's file is refused, with the codes of Volcengine’s asset service. */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'

  constructor(
    readonly code: MediaCode,
    message: string,
  ) {
    super(message)
  }
}

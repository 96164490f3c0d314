import { AppError } from '@/lib/platform/errors'
import type { UploadPurpose } from '../schema'
import type { Picture } from './read-picture'

type Piece = Picture & { purpose: UploadPurpose; param: string }

/** A mask must say by an alpha channel what may change, for each pixel of its source. */
export function checkMask(pieces: readonly Piece[]): void {
  const source = pieces.find((piece) => piece.purpose === 'image_edit_source')
  for (const { param, ...mask } of pieces.filter((piece) => piece.purpose === 'image_edit_mask')) {
    if (!mask.hasAlpha)
      throw new AppError('upload_content_mismatch', {
        param,
        message: 'The mask has no alpha channel: its transparent pixels mark what may change.',
      })
    if (source && (mask.width !== source.width || mask.height !== source.height))
      throw new AppError('upload_content_mismatch', {
        param,
        message: `The mask has ${mask.width}x${mask.height} pixels; its source has ${source.width}x${source.height}.`,
      })
  }
}

import { fileTypeOf } from '@/lib/platform/file-type-of'
import type { AssetType } from '../schema'
import { checkImage } from './check-image'
import { checkRecording } from './check-recording'
import { MediaFault } from './media-fault'
import { mediaLimits } from './media-limits'

/** Finds out by its bytes what a file is, and whether a video model takes it. Resolves with its type; throws MediaFault. */
export async function checkMedia(path: string, assetType: AssetType): Promise<string> {
  const found = await fileTypeOf(path)
  if (found === undefined) throw new MediaFault('FormatUndetectable', 'The file is of no known format.')
  const allowed: readonly string[] = mediaLimits[assetType].mimeTypes
  if (!allowed.includes(found.mime)) {
    const isOtherKind = !found.mime.startsWith(`${assetType.toLowerCase()}/`)
    const code = isOtherKind ? 'TypeMismatch' : 'FormatUnsupported'
    throw new MediaFault(code, `The file is ${found.mime}; ${assetType} takes ${allowed.join(', ')}.`)
  }
  if (assetType === 'Image') await checkImage(path)
  else await checkRecording(path, assetType)
  return found.mime
}

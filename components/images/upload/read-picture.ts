import type { SourcePicture } from '../draft'

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']
const MAX_BYTES = 25 * 1024 * 1024

/** A chosen file as a picture. Throws a sentence for the person who chose it. */
export async function readPicture(file: Blob, name: string): Promise<SourcePicture> {
  if (!PICTURE_TYPES.includes(file.type)) throw new Error('Choose a PNG, JPEG or WebP picture.')
  if (file.size > MAX_BYTES) throw new Error('A picture may have at most 25 MB.')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw new Error('This picture cannot be read.')
  }
  return { file, url, width: image.naturalWidth, height: image.naturalHeight, name }
}

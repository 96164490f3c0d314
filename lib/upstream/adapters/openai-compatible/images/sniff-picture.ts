import type { MadeImage } from '@/lib/upstream/contract/image-model'

/** The type of a picture by its first bytes; undefined for anything that is none of the three that we serve. */
export function sniffPicture(bytes: Buffer): MadeImage['mimeType'] | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'image/webp' : undefined
}

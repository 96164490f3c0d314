import type { AssetType } from '@/lib/portraits/schema'

/** What a chosen file would be as an asset; null for what cannot be one. */
export function assetTypeOf(mimeType: string): AssetType | null {
  if (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml') return 'Image'
  if (mimeType === 'video/mp4' || mimeType === 'video/quicktime') return 'Video'
  if (/^audio\/(mpeg|wav|x-wav|wave)$/.test(mimeType)) return 'Audio'
  return null
}

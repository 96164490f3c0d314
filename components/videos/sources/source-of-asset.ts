import type { AssetItem } from '@/lib/portraits/schema'
import type { SourceMedia } from '../draft'

const types = { Image: 'image', Video: 'video', Audio: 'audio' } as const

export function sourceOfAsset({ Id, AssetType, Name, URL }: AssetItem): SourceMedia {
  const type = types[AssetType]
  return {
    type,
    url: `asset://${Id}`,
    preview: type === 'image' && URL !== '' ? URL : null,
    name: Name || AssetType,
  }
}

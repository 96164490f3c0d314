import { AudioLines, Film } from 'lucide-react'
import type { AssetItem } from '@/lib/portraits/schema'

type AssetPreviewProps = { asset: AssetItem; isSmall?: boolean }

/** The media itself; small ones do not play. */
export function AssetPreview({ asset, isSmall }: AssetPreviewProps) {
  if (asset.AssetType === 'Image')
    return (
      // biome-ignore lint/performance/noImgElement: a signed link of ours that changes at every read
      <img
        src={asset.URL}
        alt={isSmall ? '' : asset.Name || 'Portrait'}
        loading="lazy"
        className={isSmall ? 'size-full object-cover' : 'max-h-[40dvh] w-full object-contain'}
      />
    )
  if (isSmall) {
    const Icon = asset.AssetType === 'Video' ? Film : AudioLines
    return (
      <div className="grid size-full place-items-center text-faint" aria-hidden="true">
        <Icon className="size-9" strokeWidth={1.25} />
      </div>
    )
  }
  if (asset.AssetType === 'Video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: a customer's own clip, which has none
      <video src={asset.URL} controls playsInline className="max-h-[40dvh] w-full" />
    )
  // biome-ignore lint/a11y/useMediaCaption: a customer's own voice, which has none
  return <audio src={asset.URL} controls className="w-full" />
}

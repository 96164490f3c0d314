'use client'

import { useMutation } from '@tanstack/react-query'
import { AudioLines, Clapperboard, Film } from 'lucide-react'
import Link from 'next/link'
import { RelativeTime } from '@/components/data/relative-time'
import { SavedField } from '@/components/forms/saved-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  focusWindow,
} from '@/components/ui/dialog'
import { paths } from '@/lib/client/paths'
import { updateAssetMutation } from '@/lib/media/portraits/queries'
import type { AssetItem } from '@/lib/media/portraits/schema'

type AssetDialogProps = { asset: AssetItem | undefined; onClose: () => void }

export function AssetDialog({ asset, onClose }: AssetDialogProps) {
  const rename = useMutation(updateAssetMutation())
  return (
    <Dialog open={asset !== undefined} onOpenChange={(open) => !open && onClose()}>
      {asset && (
        <DialogContent className="sm:max-w-xl" onOpenAutoFocus={focusWindow}>
          <DialogHeader>
            <DialogTitle className="break-words">{asset.Name || asset.AssetType}</DialogTitle>
            <DialogDescription>
              {asset.AssetType} · added <RelativeTime at={asset.CreateTime} />
            </DialogDescription>
          </DialogHeader>
          <DialogBody>
            {asset.Status === 'Active' && (
              <div className="shrink-0 overflow-hidden rounded-md bg-sunken">
                <AssetPreview asset={asset} />
              </div>
            )}
            {asset.Status === 'Processing' && <Alert>The media is being fetched and checked.</Alert>}
            {asset.Status === 'Failed' && (
              <Alert tone="danger" title="This asset cannot be used">
                {asset.FailedReason}
              </Alert>
            )}
            <SavedField
              label="Name"
              value={asset.Name}
              onSave={(Name) => rename.mutateAsync({ Id: asset.Id, Name })}
            />
            <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-2">
              <code className="min-w-0 truncate font-mono text-xs text-ink">asset://{asset.Id}</code>
              <CopyButton value={`asset://${asset.Id}`} what="asset link" />
            </div>
          </DialogBody>
          {asset.Status === 'Active' && (
            <DialogFooter>
              <Button variant="primary" asChild>
                <Link href={`${paths.videos}?asset=${encodeURIComponent(asset.Id)}`}>
                  <Clapperboard aria-hidden="true" />
                  Use in a video
                </Link>
              </Button>
            </DialogFooter>
          )}
        </DialogContent>
      )}
    </Dialog>
  )
}

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

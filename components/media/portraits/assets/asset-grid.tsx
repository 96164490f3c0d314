'use client'

import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import { AudioLines, CircleAlert, Clapperboard, Film, Images, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { RelativeTime } from '@/components/data/relative-time'
import { SavedField } from '@/components/forms/saved-field'
import { Allowed } from '@/components/layout/permissions'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
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
import { EmptyState } from '@/components/ui/empty-state'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/lib/client/paths'
import { deleteAssetMutation, updateAssetMutation } from '@/lib/media/portraits/queries'
import type { AssetItem, AssetPage } from '@/lib/media/portraits/schema'
import { CardGrid } from '../card-grid'

type AssetGridProps = { assets: UseInfiniteQueryResult<InfiniteData<AssetPage>>; onAdd: () => void }

export function AssetGrid({ assets, onAdd }: AssetGridProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<AssetItem | undefined>()
  const items = assets.data?.pages.flatMap(({ Items }) => Items) ?? []
  return (
    <>
      <CardGrid
        query={assets}
        what="assets"
        empty={<NoAssets onAdd={onAdd} />}
        cards={items.map((asset) => ({
          id: asset.Id,
          card: (
            <AssetCard
              asset={asset}
              onOpen={() => setShownId(asset.Id)}
              onDelete={() => setDeleting(asset)}
            />
          ),
        }))}
      />
      <AssetDialog asset={items.find(({ Id }) => Id === shownId)} onClose={() => setShownId(null)} />
      <DeleteDialog
        id={deleting?.Id}
        mutation={deleteAssetMutation()}
        title="Delete this asset?"
        description={
          <p>
            Requests that use <code className="font-mono text-xs break-all">asset://{deleting?.Id}</code> will
            fail. This can’t be undone.
          </p>
        }
        confirmLabel="Delete asset"
        done="Asset deleted"
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}

function NoAssets({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<Images />}
      title="No assets yet"
      description="Start with a clear photo of the face. Videos and a voice improve the likeness."
      action={
        <Allowed to="models.use">
          <Button variant="default" onClick={onAdd}>
            Add asset
          </Button>
        </Allowed>
      }
    />
  )
}

type AssetCardProps = { asset: AssetItem; onOpen: () => void; onDelete: () => void }

function AssetCard({ asset, onOpen, onDelete }: AssetCardProps) {
  const name = asset.Name || `Unnamed ${asset.AssetType.toLowerCase()}`
  return (
    <article className="relative flex flex-col overflow-hidden rounded-lg border border-border bg-card focus-within:border-input hover:border-input">
      <div className="relative aspect-square overflow-hidden bg-muted">
        {asset.Status === 'Active' && <AssetPreview asset={asset} isSmall />}
        {asset.Status === 'Processing' && (
          <div
            className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-sm text-muted-foreground"
            role="status"
          >
            <Spinner />
            Checking
          </div>
        )}
        {asset.Status === 'Failed' && (
          <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-4 text-center text-xs text-destructive-text">
            <CircleAlert className="size-5" aria-hidden="true" />
            <span className="line-clamp-4 break-words">{withoutCode(asset.FailedReason) ?? 'Failed'}</span>
          </div>
        )}
      </div>
      <div className="flex min-w-0 items-center justify-between gap-1 p-2 pl-3">
        <h2 className="min-w-0 text-sm font-medium text-foreground">
          <button
            type="button"
            onClick={onOpen}
            dir="auto"
            title={name}
            className="block max-w-full truncate outline-none after:absolute after:inset-0 after:rounded-lg after:outline-ring focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
          >
            {name}
          </button>
        </h2>
        <div className="relative z-10 flex shrink-0">
          {asset.Status === 'Active' && <CopyButton value={`asset://${asset.Id}`} what="asset link" />}
          <Allowed to="models.use">
            <Button variant="ghost" size="icon-sm" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Trash2 aria-hidden="true" />
            </Button>
          </Allowed>
        </div>
      </div>
    </article>
  )
}

/** Without its leading code, which only the dialog shows. */
function withoutCode(reason: string | undefined): string | undefined {
  return reason?.replace(/^\w+: /, '')
}

type AssetDialogProps = { asset: AssetItem | undefined; onClose: () => void }

function AssetDialog({ asset, onClose }: AssetDialogProps) {
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
              <div className="shrink-0 overflow-hidden rounded-md bg-muted">
                <AssetPreview asset={asset} />
              </div>
            )}
            {asset.Status === 'Processing' && <Alert>Fetching and checking the file.</Alert>}
            {asset.Status === 'Failed' && (
              <Alert tone="danger" title="This asset can’t be used">
                {asset.FailedReason}
              </Alert>
            )}
            <SavedField
              label="Name"
              value={asset.Name}
              onSave={(Name) => rename.mutateAsync({ Id: asset.Id, Name })}
            />
            <div className="flex items-center justify-between gap-3 rounded-md border border-border bg-muted px-3 py-2">
              <code className="min-w-0 truncate font-mono text-xs text-foreground">asset://{asset.Id}</code>
              <CopyButton value={`asset://${asset.Id}`} what="asset link" />
            </div>
          </DialogBody>
          {asset.Status === 'Active' && (
            <DialogFooter>
              <Button variant="default" asChild>
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

/** The image, or a player; a small one does not play. */
function AssetPreview({ asset, isSmall }: AssetPreviewProps) {
  if (asset.AssetType === 'Image')
    return (
      // biome-ignore lint/performance/noImgElement: a signed link that changes at every read
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
      <div className="grid size-full place-items-center text-faint-foreground" aria-hidden="true">
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

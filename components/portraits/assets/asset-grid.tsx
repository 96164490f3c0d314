'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { AssetItem, AssetPage } from '@/lib/portraits/schema'
import { GroupGridSkeleton } from '../groups/group-grid-skeleton'
import { AssetCard } from './asset-card'
import { AssetDialog } from './asset-dialog'
import { DeleteAssetDialog } from './delete-asset-dialog'

type AssetGridProps = { assets: UseInfiniteQueryResult<InfiniteData<AssetPage>>; onAdd: () => void }

export function AssetGrid({ assets, onAdd }: AssetGridProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<AssetItem | undefined>()
  const items = assets.data?.pages.flatMap(({ Items }) => Items) ?? []
  if (assets.isPending) return <GroupGridSkeleton />
  if (assets.isError)
    return (
      <Panel>
        <ErrorState
          title="The assets could not be loaded"
          error={assets.error}
          onRetry={() => assets.refetch()}
        />
      </Panel>
    )
  if (items.length === 0) return <NoAssets onAdd={onAdd} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4">
        {items.map((asset) => (
          <li key={asset.Id}>
            <AssetCard asset={asset} onOpen={() => setShownId(asset.Id)} onDelete={() => setDoomed(asset)} />
          </li>
        ))}
      </ul>
      {assets.hasNextPage && (
        <Button
          className="self-center"
          loading={assets.isFetchingNextPage}
          onClick={() => assets.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <AssetDialog asset={items.find(({ Id }) => Id === shownId)} onClose={() => setShownId(null)} />
      <DeleteAssetDialog asset={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

function NoAssets({ onAdd }: { onAdd: () => void }) {
  return (
    <Panel>
      <EmptyState
        icon={<Images />}
        title="No assets yet"
        description="Add a clear picture of the face first; videos and a voice make the likeness better."
        action={
          <Button variant="primary" onClick={onAdd}>
            Add asset
          </Button>
        }
      />
    </Panel>
  )
}

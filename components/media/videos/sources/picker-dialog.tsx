'use client'

import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Images, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MoreItems } from '@/components/data/loaded'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { imageHistoryQuery } from '@/lib/media/images/queries'
import { assetsQuery } from '@/lib/media/portraits/queries'
import { type SourceMedia, sourceOfAsset } from '../draft'
import type { SourceType } from './source-media'
import { SourceThumb } from './source-media'

type PickerDialogProps = {
  isOpen: boolean
  onClose: () => void
  types: readonly SourceType[]
  onPick: (media: SourceMedia) => void
}

/** The customer's images and assets of portraits. */
export function PickerDialog({ isOpen, onClose, types, onPick }: PickerDialogProps) {
  const hasImages = types.includes('image')
  const [tab, setTab] = useState('images')
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:max-w-3xl">
        <DialogHeader>
          <DialogTitle>Your library</DialogTitle>
          <DialogDescription>Choose media for the video.</DialogDescription>
        </DialogHeader>
        <DialogBody className="min-h-80">
          <Tabs value={hasImages ? tab : 'portraits'} onValueChange={setTab}>
            <TabsList aria-label="Source">
              {hasImages && <TabsTrigger value="images">Images</TabsTrigger>}
              <TabsTrigger value="portraits">Portraits</TabsTrigger>
            </TabsList>
            <TabsContent value="images" className="pt-4">
              <ImagesTab onPick={onPick} />
            </TabsContent>
            <TabsContent value="portraits" className="pt-4">
              <PortraitsTab types={types} onPick={onPick} />
            </TabsContent>
          </Tabs>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

type ImagesTabProps = { onPick: (media: SourceMedia) => void }

function ImagesTab({ onPick }: ImagesTabProps) {
  const list = useInfiniteQuery(imageHistoryQuery({ status: 'completed' }))
  const media = list.data?.pages.flatMap(({ items }) =>
    items.flatMap(({ images, prompt }) =>
      images.flatMap(({ object_url: url }): SourceMedia[] =>
        url === null ? [] : [{ type: 'image', url, preview: url, name: prompt ?? 'Variation' }],
      ),
    ),
  )
  return (
    <PickerGrid
      list={list}
      media={media ?? []}
      icon={<Images />}
      empty="No images yet"
      hint="Images you create appear here for 30 days."
      onPick={onPick}
    />
  )
}

type PortraitsTabProps = { types: readonly SourceType[]; onPick: (media: SourceMedia) => void }

function PortraitsTab({ types, onPick }: PortraitsTabProps) {
  const list = useInfiniteQuery(assetsQuery({ Statuses: ['Active'] }))
  const assets = list.data?.pages.flatMap(({ Items }) => Items) ?? []
  return (
    <PickerGrid
      list={list}
      media={assets.map(sourceOfAsset).filter(({ type }) => types.includes(type))}
      icon={<UsersRound />}
      empty="No matching assets"
      hint="Active assets of your portraits appear here."
      onPick={onPick}
    />
  )
}

type PickerGridProps = {
  list: UseInfiniteQueryResult
  media: readonly SourceMedia[]
  icon: ReactNode
  empty: string
  hint: string
  onPick: (media: SourceMedia) => void
}

const slots = ['first', 'second', 'third', 'fourth']

function PickerGrid({ list, media, icon, empty, hint, onPick }: PickerGridProps) {
  if (list.isPending)
    return (
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {slots.map((slot) => (
          <Skeleton key={slot} className="aspect-square h-auto w-full rounded-md" />
        ))}
      </div>
    )
  if (list.isError && media.length === 0)
    return (
      <ErrorState
        title="This could not be loaded"
        error={list.error}
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    )
  if (media.length === 0 && !list.hasNextPage)
    return <EmptyState icon={icon} title={empty} description={hint} />
  return (
    <>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {media.map((one) => (
          <li key={one.url} className="min-w-0">
            <button
              type="button"
              onClick={() => onPick(one)}
              className="flex w-full flex-col gap-1 rounded-md text-left"
            >
              <SourceThumb
                media={one}
                alt=""
                className="aspect-square w-full rounded-md border border-border bg-muted object-cover"
              />
              <span dir="auto" className="w-full truncate text-left text-xs text-muted-foreground">
                {one.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <MoreItems list={list} />
    </>
  )
}

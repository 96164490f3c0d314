import { useInfiniteQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { imageHistoryQuery } from '@/lib/images/queries'
import type { SourceMedia } from '../draft'
import { PickerGrid } from './picker-grid'

type ImagesTabProps = { onPick: (media: SourceMedia) => void }

export function ImagesTab({ onPick }: ImagesTabProps) {
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
      empty="No pictures yet"
      hint="Pictures that you make under Images appear here for 30 days."
      onPick={onPick}
    />
  )
}

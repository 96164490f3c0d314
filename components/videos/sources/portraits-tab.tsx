import { useInfiniteQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { assetsQuery } from '@/lib/portraits/queries'
import type { SourceMedia } from '../draft'
import { PickerGrid } from './picker-grid'
import { sourceOfAsset } from './source-of-asset'
import type { SourceType } from './upload-source'

type PortraitsTabProps = { types: readonly SourceType[]; onPick: (media: SourceMedia) => void }

export function PortraitsTab({ types, onPick }: PortraitsTabProps) {
  const list = useInfiniteQuery(assetsQuery({ Statuses: ['Active'] }))
  const assets = list.data?.pages.flatMap(({ Items }) => Items) ?? []
  return (
    <PickerGrid
      list={list}
      media={assets.map(sourceOfAsset).filter(({ type }) => types.includes(type))}
      icon={<UsersRound />}
      empty="No matching assets"
      hint="Assets of your portraits appear here once they are active."
      onPick={onPick}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { assetQuery } from '@/lib/portraits/queries'
import type { ChangeDraft } from '../draft'
import { sourceOfAsset } from './source-of-asset'

/** Who comes from a portrait has its asset among the references already. */
export function useChosenAsset(id: string | null, change: ChangeDraft): void {
  const asset = useQuery({
    ...assetQuery(id ?? ''),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (asset.data) change({ mode: 'references', references: [sourceOfAsset(asset.data)] })
  }, [asset.data, change])
  useEffect(() => {
    if (asset.error) toast.error(asset.error.message)
  }, [asset.error])
}

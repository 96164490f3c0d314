import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { imageRecordQuery } from '@/lib/images/queries'
import type { VideoDraft } from '../draft'

/** A picture of an image task: its number among those that were made, from 1. */
export type ChosenImage = { id: string; number: number }

/** Who comes from a picture begins the video with it. */
export function useChosenImage(
  chosen: ChosenImage | null,
  change: (part: Partial<VideoDraft>) => void,
): void {
  const image = useQuery({
    ...imageRecordQuery(chosen?.id ?? ''),
    enabled: chosen !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = image.data?.images[(chosen?.number ?? 1) - 1]?.object_url
  const name = image.data?.prompt ?? 'Variation'
  useEffect(() => {
    if (url) change({ mode: 'first', first: { type: 'image', url, preview: url, name }, finishes: null })
  }, [url, name, change])
  useEffect(() => {
    if (image.error) toast.error(image.error.message)
  }, [image.error])
}

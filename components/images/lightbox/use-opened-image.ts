import { useQuery } from '@tanstack/react-query'
import { missingReason } from '@/components/data/missing-reason'
import type { Opened } from '@/components/data/use-opened'
import { imageRecordQuery } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'

/** The picture that an address names: of the history as it is shown, or asked for by itself. */
export function useOpenedImage(opened: Opened | null, records: readonly ImageRecord[]) {
  const listed = records.find(({ id }) => id === opened?.id)
  // What was listed once is not asked for again: it is still shown while it is being deleted.
  const { data, error } = useQuery({
    ...imageRecordQuery(opened?.id ?? ''),
    enabled: opened !== null && !listed,
    ...(listed && { initialData: listed }),
  })
  const record = listed ?? data
  const picture = opened ? record?.images[opened.picture - 1] : undefined
  const url = picture?.object_url
  return { record, picture, url, reason: record ? missingReason(record, 'drawn') : (error?.message ?? null) }
}

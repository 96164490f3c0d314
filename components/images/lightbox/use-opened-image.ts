import type { Opened } from '@/components/studio/use-opened'
import { useOpenedRecord } from '@/components/studio/use-opened-record'
import { imageRecordQuery } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'

/** The picture that an address names. */
export function useOpenedImage(opened: Opened | null, records: readonly ImageRecord[]) {
  const { record, reason } = useOpenedRecord(opened, { records, ask: imageRecordQuery, doing: 'drawn' })
  const picture = opened ? record?.images[opened.picture - 1] : undefined
  return { record, picture, url: picture?.object_url, reason }
}

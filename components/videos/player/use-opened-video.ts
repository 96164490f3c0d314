import { useQuery } from '@tanstack/react-query'
import { missingReason } from '@/components/data/missing-reason'
import type { Opened } from '@/components/data/use-opened'
import { videoRecordQuery } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'

/** The clip that an address names: of the history as it is shown, or asked for by itself. */
export function useOpenedVideo(opened: Opened | null, records: readonly VideoRecord[]) {
  const listed = records.find(({ id }) => id === opened?.id)
  // What was listed once is not asked for again: it is still shown while it is being deleted.
  const { data, error } = useQuery({
    ...videoRecordQuery(opened?.id ?? ''),
    enabled: opened !== null && !listed,
    ...(listed && { initialData: listed }),
  })
  const record = listed ?? data
  return {
    record,
    url: record?.video_url,
    reason: record ? missingReason(record, 'filmed') : (error?.message ?? null),
  }
}

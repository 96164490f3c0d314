import type { ImageRecord } from '@/lib/images/schema'

/** One picture of a task: the task, and the picture's place among its pictures. */
export type Shown = { record: ImageRecord; place: number }

/** Every picture of some tasks that is still kept, in their order. */
export function picturesOf(records: readonly ImageRecord[]): Shown[] {
  return records.flatMap((record) =>
    record.images.flatMap(({ object_url }, place) => (object_url === null ? [] : [{ record, place }])),
  )
}

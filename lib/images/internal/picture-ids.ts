import { namedObjectId } from '@/lib/objects/named-object-id'
import type { TaskRow } from '../repository'

/** Tries to store one picture in one run. */
export const STORE_TRIES = 3

/** One try of one run to store one picture of a task. */
export type PictureTry = { taskId: string; run: number; position: number; attempt: number }

export function pictureId({ taskId, run, position, attempt }: PictureTry): string {
  return namedObjectId(['image', taskId, run, position, attempt])
}

/**
 * What the task's runs up to that one may have stored without anybody knowing of it: their process died in between. They
 * must have come to their end, or be unable to end the task.
 */
export function leftoverIds({ id: taskId, settings, outputs }: TaskRow, lastRun: number): string[] {
  const known = new Set(outputs.map(({ object_id }) => object_id))
  const ids: string[] = []
  for (let run = 1; run <= lastRun; run++)
    for (let position = 0; position < settings.n; position++)
      for (let attempt = 0; attempt < STORE_TRIES; attempt++)
        ids.push(pictureId({ taskId, run, position, attempt }))
  return ids.filter((id) => !known.has(id))
}

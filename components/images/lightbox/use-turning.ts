import type { KeyboardEvent } from 'react'
import type { Opened } from '@/components/studio/use-opened'
import type { ImageRecord } from '@/lib/images/schema'
import { picturesOf } from './pictures-of'

/** The way from an opened picture to those before and after it in the history as it is shown. `at`: below 0 where it is not in there. */
export function useTurning(
  opened: Opened | null,
  records: readonly ImageRecord[],
  onShow: (opened: Opened) => void,
) {
  const pictures = picturesOf(records)
  const at = pictures.findIndex(
    ({ record, place }) => record.id === opened?.id && place + 1 === opened.picture,
  )
  function turn(step: number): void {
    const next = at < 0 ? undefined : pictures[at + step]
    if (next) onShow({ id: next.record.id, picture: next.place + 1 })
  }
  function press({ target, key }: KeyboardEvent): void {
    if (target instanceof Element && target.closest('[role=slider]')) return
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  return { at, count: pictures.length, turn, press }
}

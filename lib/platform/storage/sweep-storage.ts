import { clock } from '../clock'
import { storage } from './storage'

/** No write takes so long. */
const UNFINISHED_AT_MOST_MILLIS = 24 * 3600 * 1000

/** Removes what crashes left half written in the store. */
export function sweepStorage(): Promise<void> {
  return storage().sweepUnfinished(new Date(clock.now().getTime() - UNFINISHED_AT_MOST_MILLIS))
}

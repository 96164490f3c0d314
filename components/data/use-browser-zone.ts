'use client'

import { useSyncExternalStore } from 'react'
import { browserZone } from './browser-zone'

const subscribe = () => () => {}

/** The time zone of the reader's browser; null on the server, which does not know it. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore<string | null>(subscribe, browserZone, () => null)
}

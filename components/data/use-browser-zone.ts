'use client'

import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** The time zone of the reader's browser; null on the server, which does not know it. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore<string | null>(
    subscribe,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}

'use client'

import { useSyncExternalStore } from 'react'

/**
 * The time zone of the reader's browser. UTC where it names an unknown one: Chromium says `Etc/Unknown` on a machine
 * whose zone is not set or has no name, and refuses that name itself.
 */
export function browserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return 'UTC'
  }
}

const subscribe = () => () => {}

/** The time zone of the reader's browser; null on the server, which does not know it. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore<string | null>(subscribe, browserZone, () => null)
}

/** Whether React answers clicks by now: not while rendering on the server, and not before the page's scripts ran. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

'use client'

import { useEffect, useSyncExternalStore } from 'react'

/**
 * The browser's time zone, or UTC if it is unknown: Chromium reports `Etc/Unknown` on machines without a named zone, and then
 * rejects that name.
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

/** The browser's time zone; null on the server. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore<string | null>(subscribe, browserZone, () => null)
}

/** Whether the page is interactive: not on the server, and not before hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** Marks <html> once the page is interactive, for tests and extensions. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

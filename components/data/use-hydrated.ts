'use client'

import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether React answers clicks by now: not while rendering on the server, and not before the page's scripts ran. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

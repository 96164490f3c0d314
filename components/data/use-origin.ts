'use client'

import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Where this page was served from, which is also where the API is. Empty while rendering on the server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.origin,
    () => '',
  )
}

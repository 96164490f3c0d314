'use client'

import { useEffect } from 'react'

/** Marks <html> once the page is interactive, for tests and extensions. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

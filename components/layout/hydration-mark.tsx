'use client'

import { useEffect } from 'react'

/** Marks <html> once React answers, so that whoever drives the page (tests, extensions) need not guess. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

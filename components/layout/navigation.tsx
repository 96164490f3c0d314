'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

const STARTED = 'portico-navigation'

/** Next reports outside of React that a navigation began (instrumentation-client.ts). */
export function announceNavigation(url: string): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: url }))
}

const nothing = { path: '', from: '' }

/** The requested path, once the server has kept the reader waiting for it as long as this; null when it is there. */
export function usePendingPath(afterMillis: number): string | null {
  const here = addressOf(usePathname(), useSearchParams())
  const [asked, setAsked] = useState(nothing)
  const [seen, setSeen] = useState(here)
  // Once it is there, or the reader is elsewhere: on return nothing is pending.
  if (seen !== here) {
    setSeen(here)
    setAsked(nothing)
  }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const { pathname, searchParams } = new URL(String(event.detail), window.location.href)
      const isElsewhere = addressOf(pathname, searchParams) !== here
      clearTimeout(timer)
      // Later than Next's own transition: a part of it would wait for the page as well.
      timer = setTimeout(() => setAsked({ path: pathname, from: isElsewhere ? here : '' }), afterMillis)
    }
    window.addEventListener(STARTED, note)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(STARTED, note)
    }
  }, [here, afterMillis])
  return asked.from === here ? asked.path : null
}

function addressOf(path: string, search: URLSearchParams): string {
  return `${path}?${new URLSearchParams(search)}`
}

/** A thin line above everything while a page is fetched. */
export function NavigationBar() {
  const path = usePendingPath(0)
  if (path === null) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-advance bg-accent"
    />
  )
}

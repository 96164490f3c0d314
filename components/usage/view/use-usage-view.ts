'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { readView } from './read-view'
import type { UsageView } from './usage-view'
import { writeView } from './write-view'

export type ChangeView = (change: Partial<UsageView>) => void

/** The view that the address asks for, and a way to change it. */
export function useUsageView(): [UsageView, ChangeView] {
  const pathname = usePathname()
  const view = readView(new URLSearchParams(useSearchParams()))
  const change: ChangeView = (changed) => {
    const search = writeView({ ...view, ...changed })
    // The browser's own history: the page is the same one, so the server need not be asked for it again.
    window.history.replaceState(null, '', search ? `${pathname}?${search}` : pathname)
  }
  return [view, change]
}

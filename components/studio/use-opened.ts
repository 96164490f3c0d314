'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** A task that is shown large, and which of its pictures, from 1. */
export type Opened = { id: string; picture: number }

/**
 * What is shown large in a studio stands in the address, `?task=…&picture=…`: it can be kept, reloaded and sent, and the
 * browser's Back closes it.
 */
export function useOpened() {
  const pathname = usePathname()
  const search = useSearchParams()
  const opened = readOpened(search)
  const addressOf = (next: Opened | null) => {
    const changed = new URLSearchParams(search)
    changed.delete('task')
    changed.delete('picture')
    if (next) changed.set('task', next.id)
    if (next && next.picture > 1) changed.set('picture', String(next.picture))
    return changed.size > 0 ? `${pathname}?${changed}` : pathname
  }
  /** What is open already is replaced, so that Back closes it however often it was turned. */
  function show(next: Opened): void {
    const isTurned = readOpened(new URLSearchParams(window.location.search)) !== null
    const state = { isOpenedHere: !isTurned || wasOpenedHere() }
    window.history[isTurned ? 'replaceState' : 'pushState'](state, '', addressOf(next))
  }
  function close(): void {
    if (wasOpenedHere()) window.history.back()
    else window.history.replaceState(null, '', addressOf(null))
  }
  /** On to something else on the same page: Back leads here again. */
  function leave(): void {
    if (opened) window.history.pushState(null, '', addressOf(null))
  }
  return { opened, show, close, leave }
}

/** Whoever came by a link has no page of ours to go back to. */
function wasOpenedHere(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'isOpenedHere' in state && state.isOpenedHere === true
}

function readOpened(search: URLSearchParams): Opened | null {
  const id = search.get('task')
  const picture = Number(search.get('picture') ?? 1)
  return id ? { id, picture: Number.isSafeInteger(picture) && picture > 0 ? picture : 1 } : null
}

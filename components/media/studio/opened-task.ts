'use client'

import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { isRunning } from '@/lib/client/task-queries'

/** The opened task, and the number of its image, from 1. */
export type Opened = { id: string; picture: number }

/**
 * The opened result is in the URL, `?task=…&picture=…`: it can be bookmarked, reloaded and shared, and the browser's Back
 * closes it.
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
  /** Replaces the history entry if something is open already, so that one Back closes it. */
  function show(next: Opened): void {
    const isTurned = readOpened(new URLSearchParams(window.location.search)) !== null
    const state = { isOpenedHere: !isTurned || wasOpenedHere() }
    window.history[isTurned ? 'replaceState' : 'pushState'](state, '', addressOf(next))
  }
  function close(): void {
    if (wasOpenedHere()) window.history.back()
    else window.history.replaceState(null, '', addressOf(null))
  }
  /** Closes it by a new history entry: Back opens it again. */
  function leave(): void {
    if (opened) window.history.pushState(null, '', addressOf(null))
  }
  return { opened, show, close, leave }
}

/** False if the page was opened by a link: then there is no entry to go back to. */
function wasOpenedHere(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'isOpenedHere' in state && state.isOpenedHere === true
}

function readOpened(search: URLSearchParams): Opened | null {
  const id = search.get('task')
  const picture = Number(search.get('picture') ?? 1)
  return id ? { id, picture: Number.isSafeInteger(picture) && picture > 0 ? picture : 1 } : null
}

type Lookup<Task> = {
  /** The history as shown. */
  records: readonly Task[]
  /** Fetches a task that is not in it. */
  ask: (id: string) => UseQueryOptions<Task, Error, Task, string[]>
}

/** The task that the URL names, from the history or fetched. `reason`: why there is nothing to show; null while loading. */
export function useOpenedRecord<Task extends ShownTask & { id: string }>(
  opened: Opened | null,
  { records, ask }: Lookup<Task>,
) {
  const listed = records.find(({ id }) => id === opened?.id)
  // A listed task is not fetched: it stays visible while it is being deleted.
  const { data, error } = useQuery({
    ...ask(opened?.id ?? ''),
    enabled: opened !== null && !listed,
    ...(listed && { initialData: listed }),
  })
  const record = listed ?? data
  return { record, reason: record ? missingReason(record) : (error?.message ?? null) }
}

type ShownTask = { status: string; error: { message: string } | null }

/** Why a task has nothing to show. */
function missingReason(task: ShownTask): string {
  if (isRunning(task)) return 'It is still being generated.'
  if (task.status === 'failed') return task.error?.message ?? 'It failed.'
  return task.status === 'cancelled' ? 'It was cancelled.' : 'It is no longer available.'
}

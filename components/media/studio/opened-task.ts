'use client'

import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { isRunning } from '@/lib/client/task-queries'

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

/** Who followed a link has no page of ours to go back to. */
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
  /** The history as it is shown. */
  records: readonly Task[]
  /** Asks for one that is not in it. */
  ask: (id: string) => UseQueryOptions<Task, Error, Task, string[]>
}

/** The task that an address names: of the history as it is shown, or fetched by itself. `reason`: why nothing of it is shown. */
export function useOpenedRecord<Task extends ShownTask & { id: string }>(
  opened: Opened | null,
  { records, ask }: Lookup<Task>,
) {
  const listed = records.find(({ id }) => id === opened?.id)
  // What was listed once is not fetched again: it is still shown while it is being deleted.
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

'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { z } from 'zod'
import { UsageModality, UsageQuery, UsageStatus } from '@/lib/usage/schema'

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null)

/**
 * What the usage page shows. All of it stands in the address, so that a view can be kept, sent and gone back to.
 * Whatever an address has that means nothing counts as not said.
 */
export const UsageView = z.object({
  range: z.enum(['1h', '24h', 'today', '7d', '30d', '90d', 'month', 'custom']).catch('30d'),
  /** The two days of a custom range. */
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  /** Null: the browser's own. */
  zone: optional(UsageQuery.shape.timezone),
  metric: z.enum(['cost', 'requests', 'tokens', 'errors', 'latency']).catch('cost'),
  group: z.enum(['none', 'model', 'key']).catch('model'),
  model: optional(z.string().min(1)),
  key: optional(z.string().min(1)),
  status: optional(UsageStatus),
  modality: optional(UsageModality),
  /** The request whose details are open. */
  request: optional(z.string().min(1)),
})
export type UsageView = z.infer<typeof UsageView>
export type UsageMetric = UsageView['metric']
export type UsageGroup = UsageView['group']

/** The view that an address asks for. */
export function readView(search: URLSearchParams): UsageView {
  const names = Object.keys(UsageView.shape)
  return UsageView.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])))
}

/** The view as a query string; what is as usual is left out. */
export function writeView(view: UsageView): string {
  const usual = Object.entries(readView(new URLSearchParams()))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(view))
    if (value !== null && !usual.some(([one, same]) => one === name && same === value))
      search.set(name, value)
  return search.toString()
}

export type ChangeView = (change: Partial<UsageView>) => void

/** The view that the address asks for, and a way to change it. */
export function useUsageView(): [UsageView, ChangeView] {
  const pathname = usePathname()
  const view = readView(new URLSearchParams(useSearchParams()))
  const change: ChangeView = (changed) => {
    // From the address, not from what is drawn: a change that was just made may not be drawn yet, and must not be lost.
    const current = readView(new URLSearchParams(window.location.search))
    const search = writeView({ ...current, ...changed })
    // The browser's own history: the page is the same one, so the server need not be asked for it again.
    window.history.replaceState(null, '', search ? `${pathname}?${search}` : pathname)
  }
  return [view, change]
}

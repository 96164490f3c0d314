'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { isTimeZone } from '@/lib/client/format/time'
import type { ApiKeyUsage, UsageModality, UsageStatus } from '@/lib/money/usage/schema'

const ranges = ['1h', '24h', 'today', '7d', '30d', '90d', 'month', 'custom'] as const
const metrics = ['cost', 'requests', 'tokens', 'errors', 'latency'] as const
const groups = ['none', 'model', 'key'] as const
export const statuses: readonly { value: UsageStatus; label: string }[] = [
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
]
export const modalities: readonly { value: UsageModality; label: string }[] = [
  { value: 'chat', label: 'Chat' },
  { value: 'embedding', label: 'Embedding' },
  { value: 'moderation', label: 'Moderation' },
  { value: 'rerank', label: 'Reranking' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'speech', label: 'Speech' },
  { value: 'transcription', label: 'Transcription' },
]

export type RangeName = (typeof ranges)[number]
export type UsageMetric = (typeof metrics)[number]
export type UsageGroup = (typeof groups)[number]

/**
 * What the usage page shows. All of it is in the address, so that a view can be kept, sent and gone back to.
 * Whatever an address has that means nothing counts as not said.
 */
export type UsageView = {
  range: RangeName
  /** The two days of a custom range. */
  from: string | null
  to: string | null
  /** Null: the browser's own. */
  zone: string | null
  metric: UsageMetric
  group: UsageGroup
  model: string | null
  key: string | null
  status: UsageStatus | null
  modality: UsageModality | null
  /** The request whose details are open. */
  request: string | null
}

/** The view in an address. Parsed by hand, since the page needs it before zod is loaded. */
export function readView(search: URLSearchParams): UsageView {
  const said = (name: keyof UsageView) => search.get(name) || null
  const among = <Value extends string>(name: keyof UsageView, values: readonly Value[]) =>
    values.find((value) => value === said(name)) ?? null
  const meant = (name: keyof UsageView, means: (text: string) => boolean) =>
    [said(name)].find((text) => text !== null && means(text)) ?? null
  return {
    range: among('range', ranges) ?? '30d',
    from: meant('from', isDay),
    to: meant('to', isDay),
    zone: meant('zone', isTimeZone),
    metric: among('metric', metrics) ?? 'cost',
    group: among('group', groups) ?? 'model',
    model: said('model'),
    key: said('key'),
    status: among('status', valuesOf(statuses)),
    modality: among('modality', valuesOf(modalities)),
    request: said('request'),
  }
}

const valuesOf = <Value>(options: readonly { value: Value }[]) => options.map(({ value }) => value)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

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
    // The browser's own history: the page is the same one, so it need not be requested again.
    window.history.replaceState(null, '', search ? `${pathname}?${search}` : pathname)
  }
  return [view, change]
}

type Key = Pick<ApiKeyUsage, 'api_key_id' | 'api_key_name' | 'api_key_last4'>

/** What each key is called where keys stand below each other: its name, and the end of its secret where another has that name. */
export function keyLabels(keys: readonly Key[]): ReadonlyMap<string | null, string> {
  const nameOf = (key: Key) => key.api_key_name ?? 'Console'
  const isShared = (key: Key) =>
    keys.some((other) => other.api_key_id !== key.api_key_id && nameOf(other) === nameOf(key))
  return new Map(
    keys.map((key) => [
      key.api_key_id,
      isShared(key) && key.api_key_last4 !== null ? `${nameOf(key)} …${key.api_key_last4}` : nameOf(key),
    ]),
  )
}

'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { isTimeZone } from '@/lib/client/format/time'
import type {
  ApiKeyUsage,
  MemberUsage,
  ProjectUsage,
  UsageModality,
  UsageStatus,
} from '@/lib/money/usage/schema'

const ranges = ['1h', '24h', 'today', '7d', '30d', '90d', 'month', 'custom'] as const
const metrics = ['cost', 'requests', 'tokens', 'errors', 'latency'] as const
const groups = ['none', 'model', 'key', 'member', 'project'] as const
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

/** What the usage page shows. All of it is in the URL, so a view can be saved, shared and returned to. Invalid parts are ignored. */
export type UsageView = {
  range: RangeName
  /** The two days of a custom range. */
  from: string | null
  to: string | null
  /** Null: the browser's. */
  zone: string | null
  metric: UsageMetric
  group: UsageGroup
  model: string | null
  key: string | null
  member: string | null
  project: string | null
  user: string | null
  /** As `name:value`. */
  tag: string | null
  status: UsageStatus | null
  modality: UsageModality | null
  /** The request whose details are open. */
  request: string | null
}

/** The view in a URL. Parsed by hand, since the page needs it before zod is loaded. */
export function readView(search: URLSearchParams): UsageView {
  const textOf = (name: keyof UsageView) => search.get(name) || null
  const oneOf = <Value extends string>(name: keyof UsageView, values: readonly Value[]) =>
    values.find((value) => value === textOf(name)) ?? null
  const matching = (name: keyof UsageView, isValid: (text: string) => boolean) =>
    [textOf(name)].find((text) => text !== null && isValid(text)) ?? null
  return {
    range: oneOf('range', ranges) ?? '30d',
    from: matching('from', isDay),
    to: matching('to', isDay),
    zone: matching('zone', isTimeZone),
    metric: oneOf('metric', metrics) ?? 'cost',
    group: oneOf('group', groups) ?? 'model',
    model: textOf('model'),
    key: textOf('key'),
    member: textOf('member'),
    project: textOf('project'),
    user: textOf('user'),
    tag: textOf('tag'),
    status: oneOf('status', valuesOf(statuses)),
    modality: oneOf('modality', valuesOf(modalities)),
    request: textOf('request'),
  }
}

const valuesOf = <Value>(options: readonly { value: Value }[]) => options.map(({ value }) => value)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true

/** The view as a query string without defaults. */
export function writeView(view: UsageView): string {
  const defaults = Object.entries(readView(new URLSearchParams()))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(view))
    if (value !== null && !defaults.some(([one, same]) => one === name && same === value))
      search.set(name, value)
  return search.toString()
}

export type ChangeView = (change: Partial<UsageView>) => void

/** The view in the URL, and a function that changes it. */
export function useUsageView(): [UsageView, ChangeView] {
  const pathname = usePathname()
  const view = readView(new URLSearchParams(useSearchParams()))
  const change: ChangeView = (changed) => {
    // From the URL, since the previous change may not be rendered yet.
    const current = readView(new URLSearchParams(window.location.search))
    const search = writeView({ ...current, ...changed })
    // By the browser's history, so that Next does not request the page again.
    window.history.replaceState(null, '', search ? `${pathname}?${search}` : pathname)
  }
  return [view, change]
}

type Key = Pick<ApiKeyUsage, 'api_key_id' | 'api_key_name' | 'api_key_last4'>

/** Labels of keys in a list: the name, plus the end of the secret where several keys have that name. */
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

type Member = Pick<MemberUsage, 'member_id' | 'member_name' | 'member_email' | 'has_ended'>

/** The name of a member, with the email where there is one, since several people may have the same name. */
export function memberLabel({ member_id, member_name, member_email, has_ended }: Member): string {
  if (member_id === null) return 'Organization'
  const name = member_name ?? 'Deleted person'
  const label = member_email === null ? name : `${name} (${member_email})`
  return has_ended && member_name !== null ? `${label}, left` : label
}

export function projectLabel({ project_name }: Pick<ProjectUsage, 'project_name'>): string {
  return project_name ?? 'No project'
}

import type { Caller } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { type Env, env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { type LimitState, takeToken } from '@/lib/platform/rate-limit'
import type { Exchange } from './exchange'

/** Requests a minute, by group. Each group has a bucket of its own per key, user or address. */
export type LimitGroup =
  | 'chat'
  | 'image_create'
  | 'video_create'
  | 'task_read'
  | 'presign'
  | 'portrait'
  | 'account'
  | 'catalog'
  | 'sign_up'
  | 'probe'
  | 'object'

const settingOf = {
  chat: 'RATE_LIMIT_CHAT',
  image_create: 'RATE_LIMIT_IMAGE_CREATE',
  video_create: 'RATE_LIMIT_VIDEO_CREATE',
  task_read: 'RATE_LIMIT_TASK_READ',
  presign: 'RATE_LIMIT_PRESIGN',
  portrait: 'RATE_LIMIT_PORTRAIT',
  account: 'RATE_LIMIT_ACCOUNT',
  catalog: 'RATE_LIMIT_CATALOG',
  sign_up: 'RATE_LIMIT_SIGN_UP',
} as const satisfies Record<Exclude<LimitGroup, 'probe' | 'object'>, keyof Env>

/** Groups that no setting of the contract names: probes and signed notices of machines, and bytes behind unguessable links. */
const fixed = { probe: 6000, object: 6000 } as const

export function perMinuteOf(group: LimitGroup): number {
  return group === 'probe' || group === 'object' ? fixed[group] : env()[settingOf[group]]
}

const inferenceGroups: ReadonlySet<LimitGroup> = new Set(['chat', 'image_create', 'video_create'])

/** Counts this request against its group's limit: per key, per signed-in person, or per address (of IPv6: per /64). */
export function applyLimit(
  group: LimitGroup,
  caller: Caller | null,
  exchange: Exchange,
): Promise<LimitState> {
  const perMinute = perMinuteOf(group)
  if (caller === null) return takeToken(`${group}:ip:${networkOf(exchange.peer)}`, perMinute)
  if (caller.apiKey === null) return takeToken(`${group}:user:${caller.userId}`, perMinute)
  const own = caller.apiKey.rateLimitRpm
  if (own !== null && inferenceGroups.has(group))
    return takeToken(`key:${caller.apiKey.id}`, Math.min(own, perMinute))
  return takeToken(`${group}:key:${caller.apiKey.id}`, perMinute)
}

export function addLimitHeaders(headers: Record<string, string>, state: LimitState): void {
  headers['x-ratelimit-limit-requests'] = String(state.limit)
  headers['x-ratelimit-remaining-requests'] = String(state.remaining)
  headers['x-ratelimit-reset-requests'] = `${state.resetSeconds}s`
}

export function refuseOverLimit(state: LimitState): void {
  if (state.allowed) return
  throw new AppError('rate_limit_exceeded', {
    message: `More than ${state.limit} requests a minute; try again in ${state.retryAfterSeconds} s.`,
    retryAfterSeconds: state.retryAfterSeconds,
    metadata: { limit_source: 'gateway' },
  })
}

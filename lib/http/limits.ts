import { type Env, env } from '@/lib/platform/env'

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

import { type Env, env } from '@/lib/platform/env'

/** Requests a minute, by group (contract §9). Each group has a bucket of its own per key, user or address. */
export type LimitGroup = 'chat' | 'account' | 'catalog' | 'sign_up' | 'probe'

const settingOf = {
  chat: 'RATE_LIMIT_CHAT',
  account: 'RATE_LIMIT_ACCOUNT',
  catalog: 'RATE_LIMIT_CATALOG',
  sign_up: 'RATE_LIMIT_SIGN_UP',
} as const satisfies Record<Exclude<LimitGroup, 'probe'>, keyof Env>

const PROBES_PER_MINUTE = 6000

export function perMinuteOf(group: LimitGroup): number {
  return group === 'probe' ? PROBES_PER_MINUTE : env()[settingOf[group]]
}

import type { CallerKey } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'

/** For tests: a key that may cost so much in all, and is otherwise bound by nothing. */
export function limitedKey(limitNanos: bigint | null): CallerKey {
  return {
    id: newId('key'),
    name: 'small',
    scopes: ['inference'],
    allowedModels: null,
    limitNanos,
    limitReset: null,
    rateLimitRpm: null,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: [] },
  }
}

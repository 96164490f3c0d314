import type { CacheMark } from './chat-request'
import type { ChatDialect } from './dialect'

type CacheOptions = {
  providerOptions?: { anthropic: { cacheControl: { type: 'ephemeral'; ttl?: '5m' | '1h' } } }
}

/** A mark for the cache in the package's words; nothing for vendors that know no such marks. */
export function cacheOptions(mark: CacheMark, { name }: Pick<ChatDialect, 'name'>): CacheOptions {
  if (mark == null || name !== 'anthropic') return {}
  const ttl = mark.ttl == null ? {} : { ttl: mark.ttl }
  return { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ...ttl } } } }
}

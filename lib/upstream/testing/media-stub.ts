import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'

/** Media by name instead of by network and store. `linkable` are the objects that the outside can read. */
export function mediaStub(
  bytes: Readonly<Record<string, Buffer>> = {},
  linkable: readonly string[] = [],
): VideoMediaAccess {
  return {
    async read(source, { signal }) {
      signal.throwIfAborted()
      const found = bytes['link' in source ? source.link : source.objectKey]
      if (found === undefined)
        throw new UpstreamError('rejected', { code: 'input_download_failed', message: 'It is not there.' })
      return found
    },
    link: async (objectKey, ttlSeconds) =>
      linkable.includes(objectKey) ? `https://store.example/${objectKey}?ttl=${ttlSeconds}` : null,
  }
}

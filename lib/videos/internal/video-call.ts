import type { CatalogRoute } from '@/lib/catalog/catalog-snapshot'
import type { VideoCall, VideoMediaSource } from '@/lib/upstream/contract/video-model'
import type { TaskRow } from '../repository'
import type { Media } from './task-record'

/** The task in the words of the adapters. */
export function videoCall(
  row: TaskRow,
  route: CatalogRoute,
  callbackUrl: string | null,
  signal: AbortSignal,
): VideoCall {
  const { draftHandle, draftTaskId: _, media, ...request } = row.request
  return {
    ...request,
    model: route.upstreamId,
    taskId: row.id,
    customerId: row.customer_id,
    media: media.map(({ type, role, source }) => ({ type, role, source: sourceFor(source, route) })),
    draftOf: draftHandle,
    callbackUrl,
    signal,
  }
}

/** An upstream that has the vault takes a portrait by its name there; every other gets the media itself. */
function sourceFor(source: Media['source'], route: CatalogRoute): VideoMediaSource {
  if ('link' in source) return source
  const { objectKey, mimeType, vaultId } = source
  return vaultId && route.target.adapter === 'ark' ? { link: `asset://${vaultId}` } : { objectKey, mimeType }
}

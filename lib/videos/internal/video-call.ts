import type { CatalogRoute } from '@/lib/catalog/catalog-snapshot'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import type { TaskRow } from '../repository'

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
    media: media.map(({ type, role, source }) => ({ type, role, source })),
    draftOf: draftHandle,
    callbackUrl,
    signal,
  }
}

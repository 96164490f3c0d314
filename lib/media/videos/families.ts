import { findImageFamily, listRelatedImages, MOST_RELATED, originOf } from '@/lib/media/images/families'
import { type Family, type FamilyMember, noOrigin, type Origin } from '@/lib/media/images/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { objectIdOf } from '@/lib/work/objects/read-object'
import { isTaskId, type StoredRequest } from './internal/task-record'
import { toVideoTask } from './presenter'
import { findClipOf, findFamilyOf, listFamily } from './repository'

/** What a video was made from: an image, the last frame of another video, that video, or its draft. */
export async function originOfRequest(
  customerId: string,
  { media, draftTaskId }: Pick<StoredRequest, 'media' | 'draftTaskId'>,
): Promise<Origin> {
  const objectIds = media.flatMap(({ url }) => objectIdOf(url) ?? [])
  if (draftTaskId === null && objectIds.length === 0) return noOrigin
  const image = draftTaskId === null ? await originOf(customerId, objectIds) : noOrigin
  if (image.source_task_id !== null) return image
  return (await findClipOf(customerId, { draftId: draftTaskId, objectIds })) ?? noOrigin
}

/** What was made of the same first image or video as this task, itself included. Throws 404 `task_not_found`. */
export async function readFamily({ customerId }: Caller, id: string): Promise<Family> {
  const family = isTaskId(id) ? await findFamilyOf(customerId, id) : await findImageFamily(customerId, id)
  if (family === undefined) throw new AppError('task_not_found')
  const [images, videos] = await Promise.all([
    listRelatedImages(customerId, family),
    listRelatedVideos(customerId, family),
  ])
  return { items: [...images, ...videos].sort((a, b) => a.created_at.localeCompare(b.created_at)) }
}

async function listRelatedVideos(customerId: string, family: string): Promise<FamilyMember[]> {
  const rows = await listFamily(customerId, family, MOST_RELATED)
  return rows.map(({ source_task_id, source_picture, ...row }) => ({
    id: row.id,
    kind: 'video',
    model_name: row.model_name,
    prompt: row.request.prompt,
    source: source_task_id === null ? null : { task_id: source_task_id, picture: source_picture ?? 1 },
    files: [toVideoTask(row).video_url],
    created_at: row.created_at.toISOString(),
  }))
}

import { objectUrl } from '@/lib/work/objects/read-object'
import { isTaskId } from './internal/task-record'
import { findFamilyOf, findPictureOf, listFamily } from './repository'
import { type FamilyMember, noOrigin, type Origin } from './schema'

/** As many results of a family are shown, of each kind. */
export const MOST_RELATED = 100

/** Which of the customer's images the first of these objects is. */
export async function originOf(customerId: string, objectIds: readonly string[]): Promise<Origin> {
  if (objectIds.length === 0) return noOrigin
  return (await findPictureOf(customerId, objectIds)) ?? noOrigin
}

/** The family of the customer's task; undefined if it has no such task. */
export async function findImageFamily(customerId: string, id: string): Promise<string | undefined> {
  return isTaskId(id) ? findFamilyOf(customerId, id) : undefined
}

export async function listRelatedImages(customerId: string, family: string): Promise<FamilyMember[]> {
  const rows = await listFamily(customerId, family, MOST_RELATED)
  return rows.map(({ source_task_id, source_picture, ...row }) => ({
    id: row.id,
    kind: row.kind,
    model_name: row.model_name,
    prompt: row.prompt,
    source: source_task_id === null ? null : { task_id: source_task_id, picture: source_picture ?? 1 },
    files: row.outputs.map(({ object_id }) => (object_id === null ? null : objectUrl(object_id))),
    created_at: row.created_at.toISOString(),
  }))
}

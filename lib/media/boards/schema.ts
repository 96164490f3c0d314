import { z } from 'zod'
import { givenName, visible } from '@/lib/platform/fields'

/**
 * Folders for the results of the studios, and the favorites, which every customer has. Images and videos are in as many as one
 * likes; deleting a folder keeps them.
 */
const name = givenName(60).check(visible)
const TaskIds = z
  .array(z.string().regex(/^[iv]gen_[a-z0-9_]{1,40}$/, 'must be the ID of an image or video task'))
  .max(100, 'must have at most 100 items')

export const CreateBoardRequest = z.strictObject({ name, add: TaskIds.default([]) })
export type CreateBoardRequest = z.output<typeof CreateBoardRequest>

export const UpdateBoardRequest = z.strictObject({
  /** Not of the favorites. */
  name: name.optional(),
  add: TaskIds.default([]),
  remove: TaskIds.default([]),
})
export type UpdateBoardRequest = z.output<typeof UpdateBoardRequest>

export const Board = z.object({
  /** `favorites`, or the folder's ID. */
  id: z.string(),
  name: z.string(),
  /** The last added first. */
  task_ids: z.array(z.string()),
})
export type Board = z.infer<typeof Board>

/** The favorites, then the folders by name. */
export const BoardList = z.object({ items: z.array(Board) })
export type BoardList = z.infer<typeof BoardList>

export const BoardParams = z.object({ id: z.string() })
export const DeletedBoard = z.object({ id: z.string(), object: z.literal('board'), deleted: z.literal(true) })

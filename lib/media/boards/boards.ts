import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId, timeOfId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import { FAVORITES, MAX_FOLDERS, MAX_ITEMS } from './limits'
import {
  changeItems,
  changingBoards,
  deleteBoardRow,
  insertBoard,
  listBoardRows,
  listItems,
  updateBoard,
} from './repository'
import type { Board, BoardList, CreateBoardRequest, UpdateBoardRequest } from './schema'

export { deleteBoardsOf as eraseBoardsOf } from './repository'

export async function listBoards({ customerId }: Caller): Promise<BoardList> {
  const [rows, items] = await Promise.all([listBoardRows(customerId), listItems(customerId)])
  const tasks = Map.groupBy(items, ({ boardId }) => boardId)
  const boards = [{ id: FAVORITES, name: 'Favorites' }, ...rows]
  return {
    items: boards.map(({ id, name }) => ({
      id,
      name,
      task_ids: tasks.get(id)?.map(({ taskId }) => taskId) ?? [],
    })),
  }
}

/** The tasks in a folder; none for one that is unknown or another customer's. */
export async function listTasksOf(customerId: string, boardId: string): Promise<string[]> {
  const items = isBoardId(boardId) ? await listItems(customerId, boardId) : []
  return items.map(({ taskId }) => taskId)
}

/** Throws 400 if there are too many folders. */
export async function createBoard(caller: Caller, { name, add }: CreateBoardRequest): Promise<Board> {
  const { customerId } = caller
  const id = newId('board')
  await changingBoards(customerId, async (transaction) => {
    const isMade = await insertBoard(
      { id, customerId, name, createdAt: clock.now() },
      MAX_FOLDERS,
      transaction,
    )
    if (!isMade)
      throw new AppError('invalid_parameter', {
        message: `You can have at most ${MAX_FOLDERS} folders. Delete one first.`,
      })
    await putItems(customerId, { boardId: id, add, remove: [] }, transaction)
  })
  return present(customerId, { id, name })
}

/** Renames a folder, or adds and removes results. Throws 400, 404. */
export async function changeBoard(
  { customerId }: Caller,
  id: string,
  request: UpdateBoardRequest,
): Promise<Board> {
  const { name, add, remove } = request
  if (id === FAVORITES && name !== undefined)
    throw new AppError('invalid_parameter', { param: 'name', message: 'Favorites cannot be renamed.' })
  const board = await changingBoards(customerId, async (transaction) => {
    const row =
      id === FAVORITES
        ? { id, name: 'Favorites' }
        : isBoardId(id) && (await updateBoard(customerId, { id, name }, transaction))
    if (!row) throw new AppError('not_found')
    await putItems(customerId, { boardId: id, add, remove }, transaction)
    return row
  })
  return present(customerId, board)
}

/** Deletes a folder, and keeps what is in it. Throws 404; the favorites are always there. */
export async function deleteBoard({ customerId }: Caller, id: string) {
  const isDeleted =
    timeOfId(id) !== undefined &&
    (await changingBoards(customerId, (transaction) => deleteBoardRow(customerId, id, transaction)))
  if (!isDeleted) throw new AppError('not_found')
  return { id, object: 'board', deleted: true } as const
}

/** Text that is no id is not looked up: PostgreSQL rejects NUL characters, for example. */
const isBoardId = (id: string) => id === FAVORITES || timeOfId(id) !== undefined

async function present(customerId: string, { id, name }: { id: string; name: string }): Promise<Board> {
  return { id, name, task_ids: await listTasksOf(customerId, id) }
}

/** Longer than any task is kept. */
const KEPT_MILLIS = 32 * 24 * 3600 * 1000

type Items = { boardId: string; add: string[]; remove: string[] }

async function putItems(customerId: string, items: Items, transaction: Transaction): Promise<void> {
  const addedAt = clock.now()
  const goneBefore = new Date(addedAt.getTime() - KEPT_MILLIS)
  const count = await changeItems(customerId, { ...items, addedAt, goneBefore }, transaction)
  if (items.add.length > 0 && count > MAX_ITEMS)
    throw new AppError('invalid_parameter', {
      param: 'add',
      message: `A folder can have at most ${MAX_ITEMS} images and videos.`,
    })
}

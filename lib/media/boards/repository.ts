import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Board } from '@/prisma/generated/client'

export type BoardRow = Board

export function listBoardRows(customerId: string): Promise<BoardRow[]> {
  return prisma.board.findMany({ where: { customerId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
}

/** The last added first. */
export function listItems(customerId: string, boardId?: string) {
  return prisma.boardItem.findMany({
    where: { customerId, ...(boardId !== undefined && { boardId }) },
    select: { boardId: true, taskId: true },
    orderBy: [{ addedAt: 'desc' }, { taskId: 'desc' }],
  })
}

/** A customer's changes come one after the other, so that no limit is passed. */
export function changingBoards<Result>(
  customerId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(async (transaction) => {
    const lock = `portico:boards:${customerId}`
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    return work(transaction)
  })
}

/** False: the customer has `most` already. */
export async function insertBoard(data: BoardRow, most: number, transaction: Transaction): Promise<boolean> {
  if ((await transaction.board.count({ where: { customerId: data.customerId } })) >= most) return false
  await transaction.board.create({ data })
  return true
}

/** With the new name, if one is given. Null: there is none. */
export async function updateBoard(
  customerId: string,
  { id, name }: { id: string; name: string | undefined },
  transaction: Transaction,
): Promise<BoardRow | null> {
  const where = { id, customerId }
  if (name !== undefined) await transaction.board.updateMany({ where, data: { name } })
  return transaction.board.findFirst({ where })
}

type Change = { boardId: string; add: string[]; remove: string[]; addedAt: Date; goneBefore: Date }

/** Items older than any task are deleted along the way. Gives the number of items that are left. */
export async function changeItems(
  customerId: string,
  { boardId, add, remove, addedAt, goneBefore }: Change,
  transaction: Transaction,
): Promise<number> {
  const where = { customerId, boardId }
  await transaction.boardItem.deleteMany({ where: { customerId, addedAt: { lt: goneBefore } } })
  await transaction.boardItem.deleteMany({ where: { ...where, taskId: { in: remove } } })
  await transaction.boardItem.createMany({
    data: add.map((taskId) => ({ ...where, taskId, addedAt })),
    skipDuplicates: true,
  })
  return transaction.boardItem.count({ where })
}

/** False: there is none. */
export async function deleteBoardRow(
  customerId: string,
  id: string,
  transaction: Transaction,
): Promise<boolean> {
  await transaction.boardItem.deleteMany({ where: { customerId, boardId: id } })
  const { count } = await transaction.board.deleteMany({ where: { customerId, id } })
  return count === 1
}

export async function deleteBoardsOf(customerId: string): Promise<void> {
  await prisma.boardItem.deleteMany({ where: { customerId } })
  await prisma.board.deleteMany({ where: { customerId } })
}

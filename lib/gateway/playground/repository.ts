import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Preset, Prisma, SharedConversation } from '@/prisma/generated/client'

export type ConversationRow = SharedConversation
export type PresetRow = Preset

/** One at a time for each customer, so that it never has more than it may. */
function inTurn<Row>(customerId: string, work: (transaction: Transaction) => Promise<Row>): Promise<Row> {
  return inTransaction(async (transaction) => {
    const lock = `portico:playground:${customerId}`
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    return work(transaction)
  })
}

/** Undefined: the customer has `most` open links already. */
export function insertConversation(
  data: Prisma.SharedConversationUncheckedCreateInput,
  most: number,
): Promise<ConversationRow | undefined> {
  const { customerId, createdAt } = data
  return inTurn(customerId, async ({ sharedConversation }) => {
    const open = await sharedConversation.count({ where: { customerId, expiresAt: { gt: createdAt } } })
    return open >= most ? undefined : sharedConversation.create({ data })
  })
}

/** Newest first: ids begin with their time. Without what they show. */
export function listOpenConversations(customerId: string, now: Date) {
  return prisma.sharedConversation.findMany({
    where: { customerId, expiresAt: { gt: now } },
    orderBy: { id: 'desc' },
    omit: { sealedTurns: true },
  })
}

export function findOpenConversation(
  tokenDigest: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ConversationRow | null> {
  return prisma.sharedConversation.findFirst({ where: { tokenDigest, expiresAt: { gt: now } } })
}

/** False if there is none. */
export async function deleteConversation(customerId: string, id: string): Promise<boolean> {
  const { count } = await prisma.sharedConversation.deleteMany({ where: { customerId, id } })
  return count > 0
}

export async function deleteExpired(now: Date): Promise<void> {
  await prisma.sharedConversation.deleteMany({ where: { expiresAt: { lte: now } } })
}

/** Undefined: the customer has `most` already. */
export function insertPreset(
  data: Prisma.PresetUncheckedCreateInput,
  most: number,
): Promise<PresetRow | undefined> {
  const { customerId } = data
  return inTurn(customerId, async ({ preset }) =>
    (await preset.count({ where: { customerId } })) >= most ? undefined : preset.create({ data }),
  )
}

export function listPresetRows(customerId: string): Promise<PresetRow[]> {
  return prisma.preset.findMany({ where: { customerId }, orderBy: { id: 'desc' } })
}

/** `memberId`: only if that member created it. */
export type OwnedPreset = { customerId: string; id: string; memberId?: string }

/** Null if there is none. */
export async function renamePresetRow(where: OwnedPreset, name: string): Promise<PresetRow | null> {
  await prisma.preset.updateMany({ where, data: { name } })
  return prisma.preset.findFirst({ where })
}

/** False if there is none. */
export async function deletePresetRow(where: OwnedPreset): Promise<boolean> {
  return (await prisma.preset.deleteMany({ where })).count > 0
}

export async function deleteAllOf(customerId: string, transaction: Transaction = prisma): Promise<void> {
  await transaction.sharedConversation.deleteMany({ where: { customerId } })
  await transaction.preset.deleteMany({ where: { customerId } })
}

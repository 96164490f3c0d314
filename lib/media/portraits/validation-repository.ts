import { prisma } from '@/lib/platform/db'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { Transaction } from '@/lib/platform/transaction'
import type { PortraitValidation, Prisma } from '@/prisma/generated/client'

export type ValidationRow = PortraitValidation
type Digest = Uint8Array<ArrayBuffer>

const moves: StateMoves<'waiting' | 'opened' | 'passed' | 'failed'> = {
  waiting: ['opened'],
  opened: ['passed', 'failed'],
  passed: [],
  failed: [],
}

export async function insertValidation(
  data: Prisma.PortraitValidationUncheckedCreateInput,
): Promise<ValidationRow> {
  return prisma.portraitValidation.create({ data })
}

export function findValidation(tokenDigest: Digest): Promise<ValidationRow | null> {
  return prisma.portraitValidation.findUnique({ where: { tokenDigest } })
}

/** True for the first phone, also when it repeats the request; false for every other. */
export async function openValidation(tokenDigest: Digest, phoneDigest: Digest, now: Date): Promise<boolean> {
  const { count } = await prisma.portraitValidation.updateMany({
    where: {
      tokenDigest,
      expiresAt: { gt: now },
      OR: [{ status: { in: statesLeadingTo(moves, 'opened') } }, { status: 'opened', phoneDigest }],
    },
    data: { status: 'opened', phoneDigest },
  })
  return count === 1
}

export async function saveVaultToken(tokenDigest: Digest, vaultToken: Digest): Promise<void> {
  await prisma.portraitValidation.update({ where: { tokenDigest }, data: { vaultToken } })
}

/**
 * The person passed, now or before. `together` creates the group in the same transaction and returns its id, or null if the
 * quota is full; then this can be called again. Resolves with null too if the group exists already.
 */
export async function passValidation(
  tokenDigest: Digest,
  { vaultId, now }: { vaultId: string | null; now: Date },
  together: (transaction: Transaction) => Promise<string | null>,
): Promise<string | null> {
  return prisma.$transaction(async (tx) => {
    await tx.portraitValidation.updateMany({
      where: { tokenDigest, status: { in: statesLeadingTo(moves, 'passed') } },
      data: { status: 'passed', finishedAt: now, vaultId },
    })
    // A second caller waits here for the first.
    const { count } = await tx.portraitValidation.updateMany({
      where: { tokenDigest, status: 'passed', groupId: null },
      data: { status: 'passed' },
    })
    const groupId = count === 0 ? null : await together(tx)
    if (groupId !== null) await tx.portraitValidation.update({ where: { tokenDigest }, data: { groupId } })
    return groupId
  })
}

export async function failValidation(tokenDigest: Digest, now: Date): Promise<boolean> {
  const { count } = await prisma.portraitValidation.updateMany({
    where: { tokenDigest, status: { in: statesLeadingTo(moves, 'failed') } },
    data: { status: 'failed', finishedAt: now },
  })
  return count === 1
}

/** Results can be requested for 30 days. */
export async function deleteOldValidations(before: Date): Promise<number> {
  const { count } = await prisma.portraitValidation.deleteMany({ where: { createdAt: { lt: before } } })
  return count
}

export async function deleteValidationsOf(customerId: string): Promise<void> {
  await prisma.portraitValidation.deleteMany({ where: { customerId } })
}
